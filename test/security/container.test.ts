/** What the files for containers and for systemd say; that the service lives under it is tried in `confinement.system.test.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configNames } from '../../src/config/index.js';
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
    expect(all('CMD')).toEqual(['["node", "--disable-sigusr1", "dist/main.js"]']);
  });

  it('returns the memory of large bodies to the system, as the unit and `npm start` do', () => {
    const settings = /MALLOC_\w+=\d+(?: MALLOC_\w+=\d+)*/;
    const [ofImage, ...others] = ['Dockerfile', 'docs/deresegn.service', 'package.json'].map(
      (file) => settings.exec(read(file))?.[0],
    );
    expect(ofImage).toContain('MALLOC_ARENA_MAX=2');
    expect(others).toEqual([ofImage, ofImage]);
  });

  it('stands on a Node that is supported for years, says when it is unwell, and runs no package’s own scripts', () => {
    expect(read('Dockerfile')).toMatch(/^ARG NODE_IMAGE=node:24-slim$/m);
    expect(all('FROM')).toEqual([`\${NODE_IMAGE}`]);
    expect(all('HEALTHCHECK')).toEqual([expect.stringContaining('/healthz')]);
    expect(read('Dockerfile')).toMatch(/^RUN npm ci --ignore-scripts$/m);
  });

  it('is given no secret: neither by what it is built with nor by a variable', () => {
    expect(read('Dockerfile')).not.toMatch(/^(ARG (?!NODE_IMAGE)|ADD)\b|SECRET|TOKEN|PASSWORD|_KEY/m);
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
  ulimits?: { core?: number };
  networks?: string[];
  secrets?: string[];
  environment?: Record<string, string | number>;
}

const compose = parse(read('compose.yaml')) as {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  secrets: Record<string, { environment?: string }>;
};

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
      expect(service.mem_limit).toMatch(/^\d+g$/);
      expect(service.ulimits?.core).toBe(0);
      expect((service.volumes ?? []).filter((volume) => /^[./~]/.test(volume))).toEqual([]);
    },
  );

  it('shows the service to this machine alone until it is told otherwise, and Redis to nobody', () => {
    expect(compose.services.deresegn?.ports).toEqual([expect.stringContaining('127.0.0.1:8080}')]);
    expect(compose.services.redis?.ports).toBeUndefined();
    expect(compose.services.redis?.networks).toEqual(['store']);
    expect(compose.networks.store).toEqual({ internal: true });
  });

  it('has no secret of its own: it does not start without those it needs', () => {
    const given = Object.values(compose.services).flatMap(({ environment = {} }) =>
      Object.entries(environment),
    );
    const secrets = given.filter(([name]) => /SECRET|PASSWORD|TOKEN|_KEY|REDIS_URL/.test(name));
    expect(secrets.length).toBeGreaterThan(0);
    for (const [name, value] of secrets) {
      if (name.endsWith('_FILE')) expect(value).toMatch(/^\/run\/secrets\//);
      else if (value !== '') expect(`${name}=${value}`).toMatch(/\$\{\w+:\?/);
    }
    expect(Object.values(compose.secrets)).toEqual([
      { environment: 'SESSION_SECRET' },
      { environment: 'REDIS_PASSWORD' },
    ]);
    expect(compose.services.redis?.environment).toBeUndefined();
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
      'LimitCORE=0',
      'PrivateUsers=yes',
    ]) {
      expect(unit).toContain(line);
    }
    expect(unit.filter((line) => line.startsWith('ReadWritePaths='))).toEqual([]);
  });
});

describe('kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('docs/operations/kubernetes.yaml')).map((one) => one.toJS());
  const deployment = documents.find(({ kind }) => kind === 'Deployment');
  const pod = deployment?.spec.template.spec;
  const [container] = pod?.containers ?? [];

  it('runs the service without rights, without an account of the cluster, on a file system it cannot write', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.limits).toEqual({ cpu: expect.any(String), memory: expect.any(String) });
  });

  it('restarts it by /healthz alone, sends calls by /readyz, and waits until it has drained', () => {
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    const value = (name: string) =>
      container.env.find((one: { name: string }) => one.name === name)?.value as string;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(value('DRAIN_SECONDS')) + 15);
    expect(value('SESSION_SECRET_FILE')).toMatch(container.volumeMounts[1].mountPath);
  });

  it('is configured with variables that there are', () => {
    const names = container.env.map(({ name }: { name: string }) => name.replace(/_FILE$/, ''));
    expect(names.filter((name: string) => !configNames.includes(name))).toEqual([]);
  });
});
