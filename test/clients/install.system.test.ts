/** The packages of the clients, built and installed into empty projects as users have them. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { repository } from '../support/processes.js';
import { temporaryDirectory } from '../support/redis.js';
import { sandboxOrder } from './support.js';

const modules = join(repository, 'node_modules');
let environment: TestEnvironment;
let directory: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  environment = await openEnvironment();
  directory = await temporaryDirectory();
  const { key } = await environment.mint({ plan: 'enterprise', rate: 1_000 });
  env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DERESEGN_URL: await listen(environment),
    DERESEGN_KEY: key,
  };
});
afterAll(async () => {
  await environment?.close();
  await rm(directory, { recursive: true, force: true });
});

interface Ended {
  code: number;
  stdout: string;
}

async function run(cwd: string, command: string, args: string[], more: object = {}): Promise<Ended> {
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd, env: { ...env, ...more } });
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended & { stderr: string };
    if (typeof code !== 'number') throw error;
    return { code, stdout: stdout + stderr };
  }
}

/** A command of a client's README, in a folder beside the repository. */
async function runAsWritten(client: string, begin: string, cwd: string, more: object = {}): Promise<Ended> {
  const readme = await readFile(join(repository, `clients/${client}/README.md`), 'utf8');
  const command = readme.split('\n').find((line) => line.startsWith(begin)) ?? 'false';
  // Nobody's own settings, which may put another pip first.
  return await run(cwd, 'bash', ['--norc', '-c', command], more);
}

/** A clone whose packages are installed: what the clients need of it. */
async function clone(client: string): Promise<void> {
  const target = join(directory, 'deresegn');
  await cp(join(repository, 'clients', client), join(target, 'clients', client), { recursive: true });
  await cp(join(repository, 'tsconfig.json'), join(target, 'tsconfig.json'));
  await symlink(modules, join(target, 'node_modules')).catch(() => undefined);
}

it('@deresegn/client is one archive with types, and its examples run where it is installed as its README says', async () => {
  await clone('typescript');
  const project = join(directory, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
  // There is no registry here: the one dependency is there beforehand.
  const offline = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
  expect(await run(project, 'npm', ['install', join(modules, 'openapi-fetch')], offline)).toMatchObject({
    code: 0,
  });
  expect(await runAsWritten('typescript', 'npm install', project, offline)).toMatchObject({ code: 0 });
  const [archive = ''] = (await readdir(project)).filter((name) => name.endsWith('.tgz'));
  expect(archive).toMatch(/^deresegn-client-[\d.]+\.tgz$/);
  const installed = await readdir(join(project, 'node_modules/@deresegn/client'), { recursive: true });
  expect(installed).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.d.ts']),
  );
  expect(installed.filter((name) => /^(src|examples|test)/.test(name))).toEqual([]);

  const { options } = ts.convertCompilerOptionsFromJson({ target: 'ES2023', module: 'ESNext' }, '.');
  const cli = await readFile(join(repository, 'clients/typescript/examples/cli.ts'), 'utf8');
  await writeFile(join(project, 'cli.js'), ts.transpileModule(cli, { compilerOptions: options }).outputText);
  const { order, reference } = sandboxOrder('A1B2');
  const ask = (...args: string[]) => run(project, process.execPath, ['cli.js', ...args]);
  expect(await ask(reference, order.amount, order.account)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^paid /),
  });
  expect(await ask('DKK4A1GONE', '500.00', order.account)).toEqual({
    code: 1,
    stdout: 'refused not_found\n',
  });
  expect(await ask('hello', '500.00', order.account)).toEqual({
    code: 2,
    stdout: 'could not check unsupported_reference\n',
  });
  expect(await ask('DKK4A1GONE', '500.00')).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/has no receiver/),
  });
});

it('deresegn is one wheel with types, and its example runs where it is installed as its README says', {
  tags: ['needs-python3-venv'],
}, async () => {
  await clone('python');
  const project = join(directory, 'venv');
  expect(await run(directory, 'python3', ['-m', 'venv', project])).toMatchObject({ code: 0 });
  const python = join(project, 'bin/python');
  const offline = {
    PATH: `${join(project, 'bin')}:${env.PATH}`,
    PIP_NO_INDEX: '1',
    PIP_REQUIRE_VIRTUALENV: '1',
  };
  const wheel = ['-m', 'pip', '-q', 'wheel', '--no-deps', '-w', 'wheels', '../deresegn/clients/python'];
  expect(await run(project, python, wheel, offline)).toMatchObject({ code: 0 });
  expect(await readdir(join(project, 'wheels'))).toEqual([
    expect.stringMatching(/^deresegn-[\d.]+-py3-none-any\.whl$/),
  ]);
  expect(await runAsWritten('python', 'pip install', project, offline)).toMatchObject({ code: 0 });
  const where = 'import os, deresegn; print(sorted(os.listdir(os.path.dirname(deresegn.__file__))))';
  expect((await run(project, python, ['-c', where])).stdout).toContain("'py.typed'");
  const { order, reference } = sandboxOrder('A1B2', 'DKK8A');
  await cp(join(repository, 'clients/python/examples/cli.py'), join(project, 'cli.py'));
  const ask = (...args: string[]) => run(project, python, ['cli.py', ...args]);
  expect(await ask(reference, order.amount, order.account)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^paid /),
  });
  expect(await ask('DKK4A1GONE', '500.00', order.account)).toEqual({
    code: 1,
    stdout: 'refused not_found\n',
  });
  expect(await ask('DKK4A1GONE', '500.00')).toMatchObject({ code: 3 });
});
