import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { banks } from './banks/index.js';
import { provider, responseOf, samples, targetOf } from './support.js';

describe.each(banks)('samples of $key', ({ key, answers }) => {
  it('are all read', () => {
    const folder = samples + key;
    const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    const files = entries
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(samples.length));
    expect(answers.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  });

  it.each(answers)('$file is judged as its author meant it', (answer) => {
    const asked = { provider: key, ...answer.asked };
    const judgement = provider(key).judge(responseOf(answer), targetOf(asked));
    expect(judgement).toEqual(answer.judgement);
    expect(Object.keys(judgement.receipt)[0]).toBe('source');
  });
});
