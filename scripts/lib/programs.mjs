/** Programs that some tests need: whether they are installed, and how to install them. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @typedef {object} Requirement
 * @property {string} name the tests that need it have the tag `needs-<name>`
 * @property {readonly string[]} packages of Debian and Ubuntu; none: it is not a program
 * @property {() => boolean} isMet
 */

/** Any of them runs the tests of pages. The first is Chromium without its window, which takes half of the processor time. */
export const browsers = ['chromium-headless-shell', 'chromium'];

/** @type {readonly Requirement[]} */
const list = [
  {
    name: 'redis-server',
    packages: ['redis-server'],
    // A run on the embedded store does not use a real Redis.
    isMet: () =>
      process.env.TEST_STORE !== 'embedded' && findCommand('redis-server', 'valkey-server') !== null,
  },
  {
    name: 'chromium',
    packages: ['chromium-headless-shell', 'fonts-dejavu-core', 'fonts-sil-abyssinica'],
    isMet: () => findCommand(...browsers) !== null,
  },
  { name: 'curl', packages: ['curl'], isMet: () => findCommand('curl') !== null },
  { name: 'python3', packages: ['python3'], isMet: () => findCommand('python3') !== null },
  {
    name: 'python3-venv',
    packages: ['python3-pip', 'python3-venv'],
    isMet: () => spawnSync('python3', ['-c', 'import ensurepip, pip, tomllib, venv']).status === 0,
  },
  {
    name: 'fastapi',
    packages: ['python3-fastapi', 'python3-uvicorn'],
    isMet: () => pythonWith('fastapi, uvicorn') !== null,
  },
  {
    name: 'django',
    packages: ['python3-django'],
    isMet: () => pythonWith('django') !== null,
  },
  { name: 'mypy', packages: ['mypy'], isMet: () => findCommand('mypy') !== null },
  { name: 'php', packages: ['php-cli'], isMet: () => findCommand('php') !== null },
  {
    name: 'laravel',
    packages: ['php-laravel-framework', 'php-sqlite3'],
    isMet: () => {
      const isThere =
        "extension_loaded('pdo_sqlite') && stream_resolve_include_path('Illuminate/autoload.php')";
      return spawnSync('php', ['-r', `exit(${isThere} ? 0 : 1);`]).status === 0;
    },
  },
  { name: 'javac', packages: ['default-jdk-headless'], isMet: () => findCommand('javac') !== null },
  { name: 'nginx', packages: ['nginx-light'], isMet: () => findCommand('nginx') !== null },
  { name: 'caddy', packages: ['caddy'], isMet: () => findCommand('caddy') !== null },
  { name: 'promtool', packages: ['prometheus'], isMet: () => findCommand('promtool') !== null },
  { name: 'systemd-analyze', packages: ['systemd'], isMet: () => findCommand('systemd-analyze') !== null },
  { name: 'root', packages: [], isMet: canConfine },
];

/** Each requirement is checked once. */
export const requirements = list.map((requirement) => ({ ...requirement, isMet: once(requirement.isMet) }));

function once(find) {
  let found;
  return () => {
    found ??= find();
    return found;
  };
}

/** @returns {string | null} path of the first command found on PATH or in `sbin`, which many users do not have on PATH */
export function findCommand(...commands) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].filter(
    (folder) => folder !== '',
  );
  const candidates = commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return candidates.find(isExecutable) ?? null;
}

/** @returns {string | null} the Python that can import these: the first one on PATH, or that of the system, which has its packages */
export function pythonWith(modules) {
  const pythons = ['python3', '/usr/bin/python3'];
  return pythons.find((python) => spawnSync(python, ['-c', `import ${modules}`]).status === 0) ?? null;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a test can confine a process: needs Linux, root and the right to create a mount namespace. */
function canConfine() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const mount = 'mount -t tmpfs tmpfs /mnt && mount -o remount,bind,ro /mnt';
  const drop = 'setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all';
  const command = `${mount} && ${drop} "$0" --version`;
  return spawnSync('unshare', ['--mount', 'sh', '-c', command, process.execPath]).status === 0;
}

/**
 * How to run the skipped tests.
 * @param {Readonly<Record<string, number>>} skipped number of skipped tests by requirement
 * @returns {string[]} lines; empty if nothing was skipped
 */
export function skippedText(skipped) {
  const missing = requirements.filter(({ name }) => (skipped[name] ?? 0) > 0);
  if (missing.length === 0) return [];
  const counts = missing.map(({ name }) => `${skipped[name]} need ${name}`).join(', ');
  const packages = missing.flatMap((requirement) => requirement.packages);
  const command = `apt-get install ${packages.join(' ')}`;
  return [
    `Skipped tests: ${counts}.`,
    ...(packages.length > 0 ? [`To run them on Debian or Ubuntu: sudo ${command}`] : []),
  ];
}
