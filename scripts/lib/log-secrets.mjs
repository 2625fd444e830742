/** Searches the log of the test run for secrets: keys, references, links, accounts, names. */
import { readFileSync } from 'node:fs';

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

const secrets = {
  'an API key': /\bvk_(?:live|test)_[0-9A-Za-z]{10,}/,
  'a telebirr or M-PESA reference': /\b(?=[A-Z]*\d)[A-Z][A-L][1-9A-V][A-Z0-9]{7}\b/,
  'an FT or TT reference': /\b(?:FT|TT)\d{5}[A-Z0-9]{5}/,
  'a receipt token': /\bv2-[A-Za-z0-9]{20}\b/,
  'a receipt link': /https?:\/\/[^\s"]*(?:receipt|slip|trx=|\/rt\/|TID=)/i,
  'an account number': /\d{9,}|\d\*{3,}\d/,
  // All customers of the simulated banks have this middle name.
  'a name from a receipt': /\bTest [A-Z][a-z]+|\bTEST [A-Z]{3,}/,
};

/** The service logs this for sampled responses: a log without it is not a log of the service. */
const expected = '"answered"';

/** @returns {string[]} findings, one line each; they do not repeat the secrets */
export function findSecrets(path) {
  const lines = readLines(path);
  const found = lines.some((line) => line.includes(expected)) ? [] : ['the log of the run is missing'];
  for (const [index, line] of lines.entries()) {
    const text = line.replace(uuid, '');
    for (const [what, pattern] of Object.entries(secrets)) {
      if (pattern.test(text)) found.push(`line ${index + 1} of the log holds ${what}`);
    }
  }
  return found;
}

function readLines(path) {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
