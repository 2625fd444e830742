import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import type { BankResponse, Judgement, Target } from '../../src/providers/types.js';
import { banks } from './banks/index.js';
import { wrongSums } from './payer-text/sums.js';
import {
  type Answer,
  now,
  provider,
  providers,
  responseOf,
  sample,
  targetOf,
  textResponse,
} from './support.js';

it('every supported provider takes part in this suite', () => {
  const supported = providers.filter(({ support }) => support === 'supported');
  expect(banks.map(({ key }) => key).toSorted()).toEqual(supported.map(({ key }) => key).toSorted());
});

describe.each(banks)('$key', ({ key, links, otherLinks, references, impossible, answers }) => {
  const bank = provider(key);
  const expected = (leadsTo: (typeof links)[number]['leadsTo']) =>
    'needs' in leadsTo
      ? { kind: 'needs', provider: key, ...leadsTo }
      : { kind: 'target', target: { provider: key, ...leadsTo } };

  it.each(links)('a link leads to its receipt, rebuilt from the parts: $url', ({ leadsTo, ...request }) => {
    expect(resolve(providers, request, now)).toEqual(expected(leadsTo));
  });

  it.each(links)('a link is known in every way people write it: $url', ({ leadsTo, url, ...hints }) => {
    for (const written of waysToWrite(url)) {
      expect(resolve(providers, { url: written, ...hints }, now), written).toEqual(expected(leadsTo));
      const text = `Dear customer, see ${written} for it`;
      expect(resolve(providers, { text, ...hints }, now), text).toEqual(expected(leadsTo));
    }
  });

  it.each(links)('nothing that only looks like the link is taken for it: $url', ({ url }) => {
    for (const forged of lookAlikes(url)) {
      expect(forged).not.toBe(url);
      expect(resolve(providers, { url: forged }, now), forged).toEqual({ kind: 'unsupported', by: 'url' });
    }
  });

  it.each(otherLinks)('another page of the bank is no receipt: %s', (url) => {
    expect(resolve(providers, { url }, now)).toEqual({ kind: 'unsupported', by: 'url' });
  });

  it.each(links)('a provider that contradicts the link is told: $url', ({ leadsTo: _, ...request }) => {
    const other = providers.find((one) => one.key !== key)?.key;
    expect(resolve(providers, { ...request, provider: other }, now)).toMatchObject({
      kind: 'invalid',
      path: 'provider',
    });
  });

  it.each(references)(
    'a bare reference leads to its receipt: $reference $account',
    ({ leadsTo, ...request }) => {
      expect(resolve(providers, request, now)).toEqual(expected(leadsTo));
      const { reference: text, ...hints } = request;
      expect(resolve(providers, { text, ...hints }, now)).toEqual(expected(leadsTo));
    },
  );

  it.each(impossible)('a date that cannot be is refused before any fetch: %o', (request) => {
    const resolved = resolve(providers, request, now);
    expect(resolved).toMatchObject({ kind: 'unsupported', by: request.url ? 'url' : 'reference' });
    expect(resolved).toHaveProperty('message', expect.stringContaining('date'));
  });

  it('says where it sends requests, and sends them nowhere else', () => {
    const targets = [...links, ...references].flatMap(({ leadsTo }) =>
      'needs' in leadsTo ? [] : [{ provider: key, ...leadsTo }],
    );
    for (const target of [...targets, ...(bank.probe ? [bank.probe] : [])]) {
      const request = bank.request(target, 0);
      expect(request.url).toBe(target.url);
      expect(bank.origins).toContain(new URL(request.url).origin);
      expect(bank.sources).toContain(target.source);
      for (const name of Object.keys(request.headers)) expect(name).toBe(name.toLowerCase());
    }
    for (const origin of bank.origins) expect(new URL(origin).origin).toBe(origin);
    for (const { url } of links)
      expect([...bank.hosts, ...fetchedHosts(bank.origins)]).toContain(new URL(url).hostname);
  });

  it('probes for a receipt that cannot exist, and that no caller can ask for', () => {
    expect(bank.viewLimited).toBe(bank.probe === null);
    if (!bank.probe) return;
    const { reference, qualifier } = bank.probe;
    const asked = resolve(providers, { reference: reference + qualifier, provider: key }, now);
    expect(asked).toMatchObject({ kind: 'unsupported', by: 'reference' });
  });

  it('judges a page of something else as a block page', () => {
    for (const text of [
      '',
      'x',
      '<html><body>Access denied</body></html>',
      '{}',
      '[]',
      'null',
      '{"status":true}',
    ]) {
      for (const target of targets(answers)) {
        expect(bank.judge(textResponse(text, 403), target)).toEqual({
          kind: 'blocked',
          receipt: { source: target.source },
        });
      }
    }
  });

  it("never judges somebody else's receipt as the one asked for, and shows nothing of it", () => {
    const settled = answers.filter(({ judgement }) => judgement.kind === 'settled');
    expect(settled.length).toBeGreaterThan(0);
    for (const answer of settled) {
      const target = targetOf({ provider: key, ...answer.asked });
      const reference = anothers(target.reference);
      const { source } = answer.judgement.receipt;
      expect(bank.judge(responseOf(answer), { ...target, reference })).toEqual({
        kind: 'mismatch',
        receipt: { source },
      });
    }
  });

  // `npm run fuzz -- banks` judges more of both.
  it('judges 1,000 random and mutated bodies without ever throwing', () => {
    const all = targets(answers);
    const bodies = fc.oneof(randomBody, ...answers.map((answer) => mutated(sample(answer.file))));
    const check = (body: Uint8Array, index: number) => {
      const target = all[index % all.length] as Target;
      assertSound(bank.judge(received(body), target), target);
    };
    fc.assert(fc.property(bodies, fc.nat(), check), { numRuns: 1_000 });
  });

  it('judges 500 mutated JSON values and text in PDFs without ever throwing', () => {
    const all = targets(answers);
    const check = (response: BankResponse, index: number) => {
      const target = all[index % all.length] as Target;
      assertSound(bank.judge(response, target), target);
    };
    const responses = fc.oneof(
      fc.json().map((text) => textResponse(text)),
      ...answers.filter(({ pdf }) => pdf).map(mutatedLines),
      ...answers.filter(({ file }) => file.endsWith('.json')).map(({ file }) => mutatedJson(sample(file))),
    );
    fc.assert(fc.property(responses, fc.nat(), check), { numRuns: 500 });
  });

  function targets(from: typeof answers): Target[] {
    return from.map(({ asked }) => targetOf({ provider: key, ...asked }));
  }
});

/** Another number of the same form; of Wegagen's longer IDs only the first 16 characters are printed as the number. */
function anothers(reference: string): string {
  const last = /^[A-Z0-9]{20}[DC][A-Z]{3}$/.test(reference) ? 15 : reference.length - 1;
  return `${reference.slice(0, last)}Z${reference.slice(last + 1)}`;
}

/** The same link, as chats, sentences and keyboards change it. */
function waysToWrite(url: string): string[] {
  const { host, port } = new URL(url);
  const rest = url.slice(`https://${host}`.length);
  const shouted = `HTTPS://${host.toUpperCase()}${rest}`;
  const titled = `https://${host.charAt(0).toUpperCase()}${host.slice(1)}${rest}`;
  const withPort = port ? url : `https://${host}:443${rest}`;
  const ends = ['.', ',', ';', ')', ']', '"', ').', '!', '?', ':', "'", '*', '።', '፣', '”', '…'].map(
    (end) => url + end,
  );
  const isolated = `\u2068${url}\u2069`;
  const broken = url.replace('://', '://\u200b').replace('.', '.\u00ad');
  return [url, shouted, titled, withPort, isolated, `\ufeff${url}\u200b`, broken, ...ends];
}

/** Links that a careless comparison takes for the given one. */
function lookAlikes(url: string): string[] {
  const { host, hostname, port } = new URL(url);
  const rest = url.slice(`https://${host}`.length);
  const colon = port ? `:${port}` : '';
  return [
    `https://${hostname}.evil.test${colon}${rest}`,
    `https://evil.test${colon}${rest}`,
    `https://evil.test/https://${host}${rest}`,
    `https://evil.test/?next=${url}`,
    `https://evil-${hostname}${colon}${rest}`,
    `https://x.${hostname}${colon}${rest}`,
    `https://${hostname.replaceAll('.', '-')}${colon}${rest}`,
    `https://${hostname}@evil.test${colon}${rest}`,
    `https://${hostname}:x@evil.test${colon}${rest}`,
    `https://user@${host}${rest}`,
    `https://user:pass@${host}${rest}`,
    `https://@${host}${rest}`,
    `https://${hostname}:444${rest}`,
    `https://${hostname}:8080${rest}`,
    `https://${hostname}:${rest}`,
    `https://${hostname}:0${port || '443'}${rest}`,
    `https://${hostname}.${colon}${rest}`,
    `https://${hostname}%2eevil.test${colon}${rest}`,
    `https://${hostname}\\@evil.test${rest}`,
    `https://evil.test\\@${host}${rest}`,
    `https://evil.test#@${host}${rest}`,
    `https:\\\\${host}${rest}`,
    `https:/${host}${rest}`,
    `https:${host}${rest}`,
    `//${host}${rest}`,
    `${host}${rest}`,
    `http://${host}${rest}`,
    `ftp://${host}${rest}`,
    `file://${host}${rest}`,
    `file:///etc/passwd`,
    `javascript:${url}`,
    `data:text/html,${url}`,
    `https://127.0.0.1${colon}${rest}`,
    `https://2130706433${colon}${rest}`,
    `https://0x7f000001${colon}${rest}`,
    `https://[::1]${colon}${rest}`,
    `https://196.188.116.120${colon}${rest}`,
    `https://${hostname.replace(/[aceo]/, cyrillic)}${colon}${rest}`,
    `https://${hostname.replace('.', '\u3002')}${colon}${rest}`,
    `https://${hostname.replace(/[a-z]/, fullWidth)}${colon}${rest}`,
    `https://${hostname}${colon}/.${rest}`,
    `https://${hostname}${colon}/x/..${rest}`,
    `https://${hostname}${colon}/${rest}`,
    `https://${host.slice(0, 3)}\t${host.slice(3)}${rest}`,
    `https://${host.slice(0, 3)}\n${host.slice(3)}${rest}`,
    `${url.slice(0, -3)} ${url.slice(-3)}`,
    `${url}\u0000`,
    `${url}${'x'.repeat(3_000)}`,
  ];
}

/** The letter of the other alphabet that looks the same. */
function cyrillic(letter: string): string {
  return { a: '\u0430', c: '\u0441', e: '\u0435', o: '\u043e' }[letter] ?? letter;
}

/** The letter that the rules for host names fold into the plain one. */
function fullWidth(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
}

function fetchedHosts(origins: readonly string[]): string[] {
  return origins.map((origin) => new URL(origin).hostname);
}

/** What must hold of any judgement whatever. */
/** By node:assert: vitest's `expect` costs more than what is judged, 100,000 times over. */
function assertSound(judgement: Judgement, target: Target): void {
  assert.equal(Object.keys(judgement.receipt)[0], 'source');
  assert.ok(provider(target.provider).sources.includes(judgement.receipt.source));
  if (judgement.kind !== 'settled') return;
  assert.equal(wrongSums(judgement), null);
  const { reference } = judgement.payment;
  if (/^[A-Z0-9]{10,12}$/.test(target.reference)) assert.equal(reference.toUpperCase(), target.reference);
}

const randomBody = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.uint8Array({ maxLength: 100 }).map((tail) => new Uint8Array([...encode('%PDF-1.7\n'), ...tail])),
  fc.string({ unit: 'binary', maxLength: 300 }).map(encode),
);

/** A sample with pieces cut out, repeated, or overwritten with bytes that mean something to a parser. */
function mutated(text: string): fc.Arbitrary<Uint8Array> {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '</td>',
      '<td>',
      '<tr>',
      '"',
      '{',
      '}',
      '[',
      ',',
      ':',
      '/',
      '&',
      '\0',
      'null',
      '-',
      '1e999',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  const edit = fc.record({ at: fc.nat(text.length), drop: fc.nat(60), insert: piece, times: fc.nat(3) });
  return fc
    .array(edit, { minLength: 1, maxLength: 8 })
    .map((edits) =>
      encode(
        edits.reduce(
          (now, { at, drop, insert, times }) =>
            now.slice(0, at) + insert.repeat(times) + now.slice(at + drop),
          text,
        ),
      ),
    );
}

function mutatedLines(answer: Answer): fc.Arbitrary<BankResponse> {
  const lines = sample(answer.file).split('\n');
  return fc.shuffledSubarray([...lines, ...lines], { minLength: 1 }).map((pdf) => ({
    ...responseOf(answer),
    pdf: { lines: pdf },
  }));
}

/** The sample's object with some members replaced by any JSON value. */
function mutatedJson(text: string): fc.Arbitrary<BankResponse> {
  const value = JSON.parse(text) as Record<string, unknown>;
  const slip = (Array.isArray(value.body) ? value.body[0] : (value.data ?? value)) as Record<string, unknown>;
  const odd = fc.dictionary(fc.constantFrom(...Object.keys(slip), '__proto__'), fc.jsonValue(), {
    maxKeys: 6,
  });
  return odd.map((members) => {
    const whole = { ...slip, ...members };
    if (Array.isArray(value.body)) return textResponse(JSON.stringify({ ...value, body: [whole] }));
    return textResponse(JSON.stringify(value.data ? { ...value, data: whole } : whole));
  });
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The bytes as the engine hands them on; a PDF it cannot read has no text. */
function received(body: Uint8Array): BankResponse {
  const text = new TextDecoder().decode(body);
  const isPdf = text.startsWith('%PDF');
  return { status: 200, headers: {}, body, text: isPdf ? '' : text, pdf: null };
}
