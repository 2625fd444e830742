/** The Python client: its own tests, with the whole service over HTTP. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code } from '../extractor/pictures.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { freePort } from '../support/ports.js';
import { repository } from '../support/processes.js';
import { endings, expectedOf, sandboxOrder } from './support.js';
import { bad, good, secret } from './webhook-samples.js';

const directory = join(repository, 'clients/python');

describe('the Python client', { tags: ['needs-python3'] }, () => {
  let environment: TestEnvironment;
  /** With the time that a slow bank takes; the other gives up soon on one that hangs. */
  let patient: TestEnvironment;
  beforeAll(async () => {
    environment = await openEnvironment({ ATTEMPT_TIMEOUT_SECONDS: '1' });
    patient = await openEnvironment();
  });
  afterAll(async () => {
    await environment?.close();
    await patient?.close();
  });

  const python = (args: readonly string[], given = '') => {
    const env = {
      PATH: process.env.PATH,
      PYTHONPATH: directory,
      PYTHONDONTWRITEBYTECODE: '1',
      DERESEGN_TEST: given,
    };
    return promisify(execFile)('python3', args, { cwd: directory, env });
  };
  const own = async (at = environment) => (await at.mint({ plan: 'enterprise', rate: 100_000 })).key;

  it('passes its tests', async () => {
    const settled = sandboxOrder('7P1Z');
    const key = await own();
    const { resolvedUrl } = (
      await environment.post(key, { reference: settled.reference }, '/api/resolve')
    ).json();
    const given = {
      ...{ url: await listen(environment), key, newKey: await own(), pictureKey: await own() },
      ...{ slowUrl: await listen(patient), slowKey: await own(patient) },
      closedUrl: `http://127.0.0.1:${await freePort()}`,
      endings: endings.map((ending) => ({ ending, expected: expectedOf(ending), ...sandboxOrder(ending) })),
      ...{ settled, picture: (await code(resolvedUrl, 8)).toString('base64') },
      webhooks: { good: good(), bad: bad(), secret },
    };
    const { stderr } = await python(['-m', 'unittest', 'discover', '-s', 'tests'], JSON.stringify(given));
    expect(stderr).toMatch(/Ran (1[5-9]|[2-9]\d) tests[\s\S]*\nOK\n$/);
  });

  it('has examples that compile', async () => {
    const compile = 'import sys; [compile(open(name).read(), name, "exec") for name in sys.argv[1:]]';
    const files = ['cli', 'decide', 'django_views', 'fastapi_app'].map((name) => `examples/${name}.py`);
    expect((await python(['-c', compile, ...files])).stderr).toBe('');
  });
});
