/** The packages of the clients, built and installed into empty projects as users have them. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { repository } from '../support/processes.js';
import { temporaryDirectory } from '../support/redis.js';
import { sandboxOrder } from './support.js';

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

async function run(cwd: string, command: string, ...args: string[]): Promise<Ended> {
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd, env });
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended & { stderr: string };
    if (typeof code !== 'number') throw error;
    return { code, stdout: stdout + stderr };
  }
}

it('@deresegn/client is one archive with types, and its examples run where it is installed', async () => {
  const source = join(directory, 'repository', 'clients', 'typescript');
  await mkdir(source, { recursive: true });
  await cp(join(repository, 'clients/typescript'), source, { recursive: true });
  await cp(join(repository, 'tsconfig.json'), join(directory, 'repository', 'tsconfig.json'));
  const modules = join(repository, 'node_modules');
  await run(directory, 'ln', '-s', modules, 'repository/node_modules');
  const compiler = join(modules, 'typescript/bin/tsc');
  expect(await run(source, process.execPath, compiler, '-p', 'tsconfig.json')).toEqual({
    code: 0,
    stdout: '',
  });
  await run(source, 'npm', 'pack', '--ignore-scripts', '--pack-destination', directory);
  const [archive = ''] = (await readdir(directory)).filter((name) => name.endsWith('.tgz'));

  const project = join(directory, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
  const install = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    `../${archive}`,
    join(modules, 'openapi-fetch'),
  ];
  expect(await run(project, 'npm', ...install)).toMatchObject({ code: 0 });
  const installed = await readdir(join(project, 'node_modules/@deresegn/client'), { recursive: true });
  expect(installed).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.d.ts']),
  );
  expect(installed.filter((name) => /^(src|examples|test)/.test(name))).toEqual([]);

  const { options } = ts.convertCompilerOptionsFromJson({ target: 'ES2023', module: 'ESNext' }, '.');
  const cli = await readFile(join(source, 'examples/cli.ts'), 'utf8');
  await writeFile(join(project, 'cli.js'), ts.transpileModule(cli, { compilerOptions: options }).outputText);
  const { order, reference } = sandboxOrder('A1B2');
  const ask = (...args: string[]) => run(project, process.execPath, 'cli.js', ...args);
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

it('deresegn is one wheel with types, and its example runs where it is installed', {
  tags: ['needs-python3-venv'],
}, async () => {
  const source = join(directory, 'python');
  await cp(join(repository, 'clients/python'), source, { recursive: true });
  const pip = ['-m', 'pip', '--disable-pip-version-check', '-q'];
  const offline = ['--no-index', '--no-deps'];
  const wheel = ['wheel', ...offline, '-w', 'wheels', '.'];
  expect(await run(source, 'python3', ...pip, ...wheel)).toMatchObject({ code: 0 });
  const [name = ''] = await readdir(join(source, 'wheels'));
  expect(name).toMatch(/^deresegn-[\d.]+-py3-none-any\.whl$/);

  const project = join(directory, 'venv');
  expect(await run(directory, 'python3', '-m', 'venv', project)).toMatchObject({ code: 0 });
  const python = join(project, 'bin/python');
  expect(
    await run(project, python, ...pip, 'install', ...offline, join(source, 'wheels', name)),
  ).toMatchObject({
    code: 0,
  });
  const where = 'import os, deresegn; print(sorted(os.listdir(os.path.dirname(deresegn.__file__))))';
  expect((await run(project, python, '-c', where)).stdout).toContain("'py.typed'");
  const { order, reference } = sandboxOrder('A1B2', 'DKK8A');
  await cp(join(source, 'examples/cli.py'), join(project, 'cli.py'));
  const ask = (...args: string[]) => run(project, python, 'cli.py', ...args);
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
