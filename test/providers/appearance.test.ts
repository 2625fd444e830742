import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import { now, providers } from './support.js';

const seen = providers.flatMap(({ key, appearance }) => (appearance ? [{ key, ...appearance }] : []));

/** The form as receipts show it: the same letter or digit in every open place. */
function filled(form: string): string[] {
  return ['1', 'A'].map((character) => form.replaceAll('#', character));
}

it('of every bank that is asked it is known what its receipts look like', () => {
  const supported = providers.filter(({ support }) => support === 'supported').map(({ key }) => key);
  expect(seen.map(({ key }) => key)).toEqual(expect.arrayContaining(supported));
});

describe.each(seen)('$key', ({ key, forms, links }) => {
  it('its numbers and links are what the bank itself reads', () => {
    const read = (request: object) => resolve(providers, request, now);
    for (const form of forms) {
      expect(filled(form).map((reference) => read({ reference, provider: key }).kind)).toContainEqual(
        expect.stringMatching(/^(target|needs)$/),
      );
    }
    for (const link of links) {
      const owners = filled(link).map((url) => {
        const resolved = read({ url });
        return resolved.kind === 'target'
          ? resolved.target.provider
          : 'provider' in resolved && resolved.provider;
      });
      expect(owners).toContain(key);
    }
  });

  it("no form is anybody's reference or link as it stands", () => {
    for (const form of forms) {
      expect(resolve(providers, { reference: form, provider: key }, now).kind).toBe('unsupported');
    }
    for (const url of links) {
      expect(resolve(providers, { url }, now)).toEqual({ kind: 'unsupported', by: 'url' });
    }
  });
});
