/**
 * `node scripts/audit.mjs [npm options]`: runs npm audit on production dependencies and fails on high or critical vulnerabilities.
 * If the registry does not support audits (a mirror, for example), the step does not fail but says so.
 */
import { spawnSync } from 'node:child_process';
import { root } from './lib/run.mjs';
import { summary } from './lib/summary.mjs';

/** Severities that fail a build, worst first. */
const failing = ['critical', 'high'];
const timeoutMs = 90_000;

const report = ask(process.argv.slice(2));
if (typeof report === 'string') {
  process.stdout.write(
    `audit: the registry could not be asked (${report}); nothing is known of the packages.\n0 passed, 0 failed\n`,
  );
} else {
  const holes = Object.values(report.vulnerabilities).filter(({ severity }) => failing.includes(severity));
  for (const hole of holes) process.stdout.write(`audit: ${described(hole)}\n`);
  const others = Object.keys(report.vulnerabilities).length - holes.length;
  process.stdout.write(
    `audit: ${holes.length} packages with holes called high or critical, ${others} with lesser ones.\n`,
  );
  const failures = holes.map((hole) => ({ name: hole.name, error: hole.severity }));
  const passed = failures.length > 0 ? 0 : 1;
  process.stdout.write(`\n${summary([{ name: 'audit', passed, failures }]).join('\n')}\n`);
  process.exitCode = passed === 1 ? 0 : 1;
}

/** @returns npm's report, or a short reason why there is none */
function ask(options) {
  const fetchLimits = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=30000'];
  const { stdout, error } = spawnSync('npm', ['audit', '--json', '--omit=dev', ...fetchLimits, ...options], {
    cwd: root,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) return error.code ?? 'npm could not be started';
  try {
    const answer = JSON.parse(stdout);
    if (typeof answer.vulnerabilities === 'object' && answer.vulnerabilities !== null) return answer;
    return String(answer.statusCode ?? answer.error?.code ?? 'no report').slice(0, 40);
  } catch {
    return 'no report';
  }
}

/** One line: package, severity, title and link. */
function described({ name, severity, range, via, fixAvailable }) {
  const named = via.filter((cause) => typeof cause === 'object').map(({ title, url }) => `${title} ${url}`);
  const causes = named.length > 0 ? named : via.map((cause) => `through ${cause}`);
  const fix = fixAvailable ? 'a newer version mends it' : 'no version mends it yet';
  return `${name} ${range}: ${severity}: ${causes.join('; ')} (${fix})`;
}
