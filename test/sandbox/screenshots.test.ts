import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readQr } from '../../src/providers/qr/index.js';
import { createProviders } from '../../src/providers/registry.js';
import { type ResolveInput, resolve } from '../../src/providers/resolve.js';
import { allBanks } from '../../src/sandbox/banks/registry.js';
import type { Screen } from '../../src/sandbox/banks/types.js';
import { examples } from '../../src/sandbox/examples.js';
import { compose } from '../../src/sandbox/screenshots/compose.js';
import { createScreenshots, screenOf } from '../../src/sandbox/screenshots/index.js';
import { type Screenshots, ScreenshotsBusy } from '../../src/sandbox/types.js';
import { simulatedBank } from './banks/support.js';

const siinqeeLinks = [{ host: 'siinqeebank.com', before: '/receipt/', after: '' }];
const banks = allBanks(siinqeeLinks);
const providers = createProviders({ cbeAppId: 'app', cbeAppVersion: '1', siinqeeLinks });
const settled = examples(siinqeeLinks).filter(({ outcome }) => outcome === 'SETTLED');
/** Those of whose codes something is known (docs/providers/README.md#qr-codes). */
const withCode = ['telebirr', 'cbe', 'boa', 'dashen', 'awash', 'amhara', 'wegagen'];
/** The token on Dashen's screen opens nothing. */
const readable = settled.filter(({ provider }) => withCode.includes(provider) && provider !== 'dashen');

let screenshots: Screenshots;
beforeAll(() => {
  screenshots = createScreenshots(siinqeeLinks);
});
afterAll(() => screenshots.close());

function screen(provider: string, reference: string): Screen {
  const found = screenOf(banks, provider, reference);
  if (!found) throw new Error(`no screen of ${provider}`);
  return found;
}

/** Provider and reference that a text, link or number leads to, also where the bank needs more. */
function leadsTo(input: ResolveInput): { provider: string; reference: string } {
  const resolved = resolve(providers, input, new Date('2026-11-20T12:00:00Z'));
  if (resolved.kind === 'target') return resolved.target;
  if (resolved.kind === 'needs') return resolved;
  throw new Error(`leads to ${resolved.kind}`);
}

async function codeIn(png: Uint8Array): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data }, { effort: 100, timeLimit: 60_000 });
}

/** Byte for byte; vitest's own comparison takes seconds for a picture. */
function same(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one !== null && other !== null && Buffer.compare(one, other) === 0;
}

describe('a screenshot', () => {
  it.each(settled)('of $source ($reference) is a phone screen, the same every time', async (example) => {
    const { provider, reference } = example;
    const png = await screenshots.draw(provider, reference, 'screen');
    const { width, height, format } = await sharp(png ?? Buffer.alloc(0)).metadata();
    expect({ width, height, format }).toEqual({ width: 1080, height: 2400, format: 'png' });
    expect(same(await screenshots.draw(provider, reference, 'screen'), png)).toBe(true);
  });

  it.each(readable)(
    'of $source has a code that leads to the very receipt',
    async ({ provider, reference }) => {
      const png = await screenshots.draw(provider, reference, 'screen');
      const hint = readQr(await codeIn(png ?? Buffer.alloc(0)));
      expect(leadsTo(hint?.request ?? {})).toMatchObject({ provider, reference });
    },
  );

  it('has a code only where the bank prints one whose contents are known', () => {
    const shown = settled.filter(({ provider, reference }) => screen(provider, reference).code !== null);
    expect(new Set(shown.map(({ provider }) => provider))).toEqual(new Set(withCode));
  });

  it("has Dashen's token, which no page resolves", () => {
    const { code } = screen('dashen', 'ZZZWDTS26267A1B2');
    expect(code).toMatch(/./);
    expect(readQr(code ?? '')).toBeNull();
  });

  it("has either of Bank of Abyssinia's two codes, and both lead to the receipt", () => {
    const references = Array.from({ length: 30 }, (_, index) => `FT26196B${1000 + index}`);
    const forms = references.map((reference) => {
      const hint = readQr(screen('boa', reference).code ?? '');
      expect(leadsTo(hint?.request ?? {})).toMatchObject({ provider: 'boa', reference });
      return hint?.form;
    });
    expect(new Set(forms)).toEqual(new Set(['boa', 'link']));
  });

  it('shows a pending and a reversed payment at a bank that prints a status, and only there', () => {
    expect(screen('telebirr', 'DF7KS1PEND')).toMatchObject({ status: 'pending', title: 'Payment pending' });
    expect(screen('zemen', 'Kz7mQ2xL000ETTB26170BACK')).toMatchObject({ status: 'reversed' });
    expect(screen('boa', 'FT26196BPEND').status).toBe('settled');
  });

  it('of a receipt that the bank does not know is drawn all the same: anybody can forge one', () => {
    expect(screen('telebirr', 'DF7KS1GONE').status).toBe('settled');
  });

  it.each([
    ['nobody', 'DF7KS1A1B2'],
    ['telebirr', 'nonsense'],
    ['telebirr', 'DZ7KS1A1B2'],
    ['cbe', 'FT26000CA1B2'],
    ['boa', 'FT26196BA1B220036'],
    ['wegagen', '150TBAW26262A1B2'],
    ['awash', '2KDL95XE85-00A1B2'],
  ])('of %s %s is not to be had', async (provider, reference) => {
    expect(await screenshots.draw(provider, reference, 'screen')).toBeNull();
  });
});

describe('what stands on it', () => {
  const bank = simulatedBank();

  it.each(settled.filter(({ provider }) => provider !== 'siinqee'))(
    'is what the bank serves for $source ($reference)',
    async ({ provider, reference, url }) => {
      const { payment } = await bank.settled({ url });
      const { amount, rows } = screen(provider, reference);
      const printed = rows.map(([, value]) => value);
      expect(amount.replace(/[^\d.]/g, '')).toBe(payment.amount);
      expect(printed).toContain(payment.reference);
      for (const name of [payment.payer.name, payment.receiver.name]) {
        if (name) expect(printed.map(plain)).toContain(plain(name));
      }
    },
  );
});

/** Names are compared as banks print them on other occasions: any case, any blanks. */
function plain(name: string): string {
  return name.toUpperCase().replace(/\s+/g, ' ');
}

describe('a message', () => {
  it.each(settled)('of $source ($reference) leads to the receipt', ({ provider, reference }) => {
    const { sms } = screen(provider, reference);
    expect(leadsTo({ text: sms.text })).toMatchObject({ provider, reference });
  });

  it('is drawn instead of the receipt', async () => {
    const [receipt, message] = await Promise.all([
      screenshots.draw('telebirr', 'DF7KS1A1B2', 'screen'),
      screenshots.draw('telebirr', 'DF7KS1A1B2', 'sms'),
    ]);
    expect(same(message, receipt)).toBe(false);
  });
});

describe('a photograph', () => {
  it('is the same every time, and no other receipt’s', async () => {
    const [first, again, other] = await Promise.all([
      screenshots.draw('telebirr', 'DF7KS1A1B2', 'photo'),
      screenshots.draw('telebirr', 'DF7KS1A1B2', 'photo'),
      screenshots.draw('telebirr', 'DF7KS1A1B3', 'photo'),
    ]);
    expect(same(first, again)).toBe(true);
    expect(same(first, other)).toBe(false);
  });

  it('can still be read', async () => {
    const png = await screenshots.draw('telebirr', 'DF7KS1A1B2', 'photo');
    expect(readQr(await codeIn(png ?? Buffer.alloc(0)))?.request.reference).toBe('DF7KS1A1B2');
  });
});

it.each(['receipt', 'message'] as const)('a payer called <script> stays text (%s)', (shows) => {
  const hostile = screen('telebirr', 'DF7KS1XSSX');
  expect(hostile.rows.map(([, value]) => value)).toContain('<script>alert(1)</script>');
  const svg = compose({ screen: hostile, shows, provider: 'telebirr', seed: 'any' });
  const tags = [...svg.matchAll(/<\/?([^\s>/]+)/g)].map(([, tag]) => tag);
  expect(new Set(tags)).toEqual(new Set(['svg', 'rect', 'circle', 'path']));
  expect(svg).not.toContain('alert');
});

it('letters are drawn for Latin and Amharic without any font of the machine', () => {
  const blank = screen('mpesa', 'UGOKS0A1B2');
  const drawn = (value: string) =>
    compose({ screen: { ...blank, rows: [['', value]] }, shows: 'receipt', provider: 'mpesa', seed: 'any' });
  // Characters that no letter is known of are boxes of one and the same outline.
  expect(drawn('ስ').length).not.toBe(drawn('\u2603').length);
  expect(drawn('S').length).not.toBe(drawn('\u2603').length);
});

it('a caller’s request beyond his part of the queue is refused, and his others are drawn', async () => {
  const caller = { name: '192.0.2.1' };
  const asked = Array.from({ length: 60 }, (_, index) =>
    screenshots.draw('cbe', `FT26140C${1000 + index}`, 'sms', 'whole', caller).then(
      () => 'drawn',
      (error: unknown) => (error instanceof ScreenshotsBusy ? 'busy' : 'failed'),
    ),
  );
  const outcomes = await Promise.all(asked);
  expect(new Set(outcomes)).toEqual(new Set(['drawn', 'busy']));
  expect(await screenshots.draw('cbe', 'FT26140CA1B2', 'sms')).not.toBeNull();
});

it('a caller’s screenshot does not wait for all that another one has asked for before', async () => {
  let drawn = 0;
  const asked = Array.from({ length: 20 }, async (_, index) => {
    await screenshots.draw('cbe', `FT26140C${3000 + index}`, 'sms', 'whole', { name: '192.0.2.1' });
    drawn += 1;
  });
  await screenshots.draw('cbe', 'FT26140CA1B2', 'sms', 'whole', { name: '198.51.100.7' });
  expect(drawn).toBeLessThan(4);
  await Promise.all(asked);
});

it('what nobody waits for any more is not drawn', async () => {
  const gone = new AbortController();
  const left = Array.from({ length: 20 }, (_, index) =>
    screenshots.draw('cbe', `FT26140C${4000 + index}`, 'sms', 'whole', {
      name: `192.0.2.${index}`,
      gone: gone.signal,
    }),
  );
  const outcomes = Promise.allSettled(left);
  await left[0];
  gone.abort(new Error('gone'));
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(18);
});

it('screenshots are drawn in the order in which they were asked for', async () => {
  const drawn: number[] = [];
  const nth = Array.from({ length: 12 }, (_, index) => index);
  await Promise.all(
    nth.map((index) =>
      screenshots.draw('cbe', `FT26140C${2000 + index}`, 'sms').then(() => drawn.push(index)),
    ),
  );
  expect(drawn).toEqual(nth);
});
