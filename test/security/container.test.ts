/** What the files for containers and for systemd say; that the service lives under it is tried in `confinement.system.test.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../support/processes.js';

const read = (name: string) => readFileSync(join(repository, name), 'utf8');

interface Instruction {
  word: string;
  rest: string;
}

/** The last stage of the Dockerfile: what is run. */
function finalStage(): Instruction[] {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const instructions = lines.map((line) => {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { word, rest };
  });
  return instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'));
}

describe('the image', () => {
  const stage = finalStage();
  const all = (wanted: string) => stage.filter(({ word }) => word === wanted).map(({ rest }) => rest);

  it('is run by a user without rights, who owns nothing in it', () => {
    expect(all('USER')).toEqual(['node']);
    expect(stage.findIndex(({ word }) => word === 'USER')).toBeGreaterThan(
      stage.findLastIndex(({ word }) => word === 'COPY'),
    );
    expect(all('COPY').join()).not.toContain('--chown');
    expect(all('RUN')).toEqual([]);
  });

  it('holds what was built and nothing else, which is what `confined.sh` lays out', () => {
    const copied = all('COPY').map((rest) => /^--from=build \/app\/(\S+) \S+$/.exec(rest)?.[1]);
    expect(copied).toEqual(['package.json', 'node_modules', 'dist']);
    expect(read('Dockerfile')).toMatch(/npm prune --omit=dev/);
    expect(all('CMD')).toEqual(['["node", "--max-semi-space-size=64", "dist/main.js"]']);
  });

  it('is given no secret: neither by what it is built with nor by a variable', () => {
    expect(read('Dockerfile')).not.toMatch(/^(ARG|ADD)\b|SECRET|TOKEN|PASSWORD|_KEY/m);
    const [first, ...allowed] = read('.dockerignore').trim().split('\n');
    expect(first).toBe('*');
    expect(allowed.every((line) => line.startsWith('!'))).toBe(true);
    expect(allowed.filter((line) => /env|data|git|test|docs/.test(line))).toEqual([]);
  });
});

interface ComposeService {
  user?: string;
  privileged?: boolean;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  ports?: string[];
  volumes?: string[];
  network_mode?: string;
  pids_limit?: number;
  mem_limit?: string;
  environment?: Record<string, string | number>;
}

const compose = parse(read('compose.yaml')) as { services: Record<string, ComposeService> };

describe('compose.yaml', () => {
  it.each(Object.entries(compose.services))(
    'takes every right from %s that it does not need',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(service.cap_add).toBeUndefined();
      expect(service.privileged).toBeUndefined();
      expect(service.network_mode).toBeUndefined();
      expect(service.pids_limit).toBeGreaterThan(0);
      expect((service.volumes ?? []).filter((volume) => /^[./~]/.test(volume))).toEqual([]);
    },
  );

  it('shows the service to this machine alone until it is told otherwise, and Redis to nobody', () => {
    expect(compose.services.deresegn?.ports).toEqual([expect.stringContaining('127.0.0.1:8080}')]);
    expect(compose.services.redis?.ports).toBeUndefined();
  });

  it('has no secret of its own: it does not start without those it needs', () => {
    const given = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.entries(environment),
    );
    const secrets = given.filter(([name]) => /SECRET|PASSWORD|TOKEN|_KEY|REDIS_URL/.test(name));
    expect(secrets.length).toBeGreaterThan(0);
    for (const [name, value] of secrets) expect(`${name}=${value}`).toMatch(/\$\{\w+:\?/);
  });
});

describe('the unit of systemd', () => {
  it('runs the service as a user without rights, who can write its data alone', () => {
    const unit = read('docs/deresegn.service').split('\n');
    for (const line of [
      'User=deresegn',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'AmbientCapabilities=',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'PrivateTmp=yes',
      'StateDirectory=deresegn',
      'UMask=0077',
    ]) {
      expect(unit).toContain(line);
    }
    expect(unit.filter((line) => line.startsWith('ReadWritePaths='))).toEqual([]);
  });
});
