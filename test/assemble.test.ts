import { expect, it } from 'vitest';
import { logUnverifiedCertificates } from '../src/app.js';
import { createLog } from '../src/log.js';
import { createProviders } from '../src/providers/registry.js';

it('whoever runs the service is told of each host that must be pinned, by name and once an hour', () => {
  const lines: string[] = [];
  const told = logUnverifiedCertificates(createLog('warn', { write: (line) => void lines.push(line) }));
  const origins = createProviders({ cbeAppId: 'id', cbeAppVersion: '1' }).flatMap(
    (provider) => provider.origins,
  );
  const hosts = [...new Set(origins.map((origin) => new URL(origin)))].map(({ hostname, port }) => ({
    host: hostname,
    port: Number(port || 443),
  }));
  for (let nth = 0; nth < 3; nth += 1) for (const { host, port } of hosts) told(`${host}:${port}`);
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.length).toBeGreaterThan(8);
  expect(entries.map(({ host, port }) => `${host}:${port}`).sort()).toEqual(
    [...new Set(hosts.map(({ host, port }) => `${host}:${port}`))].sort(),
  );
});
