/**
 * The test pictures: every simulated bank, and two banks of which only messages are known, in three styles with ten receipts
 * each. Deterministic.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LinkTemplate } from '../../src/config/parsers.js';
import { allBanks } from '../../src/sandbox/banks/registry.js';
import type { Screen, SimulatedBank } from '../../src/sandbox/banks/types.js';
import { ending } from '../../src/sandbox/fake-data.js';
import { variantOf } from '../../src/sandbox/outcomes.js';
import { createRenderPool } from '../../src/sandbox/screenshots/render-pool.js';
import type { Drawing } from '../../src/sandbox/screenshots/types.js';
import { damaged, kinds } from './damage.js';
import { type Message, messageBanks } from './messages.js';

const styles = ['screen', 'photo', 'sms'] as const;

export interface Picture {
  file: string;
  style: (typeof styles)[number];
  provider: string;
  /** The reference in the request that a correct reading leads to. */
  reference: string;
  /** Whether it has a code that leads to the receipt. */
  hasCode: boolean;
}

/** A picture with a damaged code, or with a code that belongs to no bank. */
export interface Damaged {
  file: string;
  kind: string;
  seed: number;
  /** Content of the code. */
  payload: string;
  /** The receipt that a correct reading leads to; null if the picture has no receipt. */
  receipt: { provider: string; reference: string } | null;
}

export const siinqeeLinks: readonly LinkTemplate[] = [
  { host: 'siinqeebank.com', before: '/receipt/', after: '' },
];
const receiptsEach = 10;
const drawnAtOnce = 2;
/** The token on Dashen's success screen opens nothing (docs/providers/README.md#qr-codes). */
const codeOpensNothing = ['dashen'];

/** Draws everything into a directory. */
export async function drawCorpus(directory: string): Promise<Picture[]> {
  const planned = [...receipts(), ...messages()];
  const renderPool = createRenderPool(drawnAtOnce);
  const pictures: Picture[] = [];
  try {
    const drawNext = async () => {
      for (let next = planned.shift(); next; next = planned.shift()) {
        const file = join(directory, `${pictures.length}-${next.picture.provider}-${next.picture.style}.png`);
        const picture = { ...next.picture, file };
        pictures.push(picture);
        writeFileSync(file, await renderPool.draw(next.drawing));
      }
    };
    await Promise.all(Array.from({ length: drawnAtOnce }, drawNext));
  } finally {
    await renderPool.close();
  }
  return pictures;
}

/** Codes that lead to no receipt; the last but one has the form of telebirr's, with a wrong checksum. */
const foreign = [
  'WIFI:T:WPA;S:Cafe Guest;P:buna1234;;',
  'BEGIN:VCARD\nVERSION:3.0\nFN:Abebe Kebede\nTEL:+251911000000\nEND:VCARD',
  '00020101021229370016A0000006770101110113006691100000053032305802ET5910COFFEE BAR6304ABCD',
  'https://www.bankofabyssinia.com/feedback?branch=12',
  'https://apps.cbe.com.et.example.com/?id=FT26123ABCDE12345678',
  'Paid with FT26123ABCDE, thank you',
  'ODAxODAwMDYwMTAyOTEwMjAxMzE4MTI0MDAwQTQ0NEI0QjM0NDEzMTQyMzI0MzMzNjMwNDAwMDA=',
  'https://play.google.com/store/apps/details?id=com.example.bank',
];
const without = ['other', 'sms', 'app'] as const;

/** Draws this many of each kind, and as many without a receipt's code. Deterministic for a seed. */
export async function drawDamaged(directory: string, seed: number, each: number): Promise<Damaged[]> {
  const banks = allBanks(siinqeeLinks).filter(({ provider }) => !codeOpensNothing.includes(provider));
  const renderPool = createRenderPool(drawnAtOnce);
  const pictures: Damaged[] = [];
  const draw = async (kind: string, nth: number) => {
    const name = `${kind} ${seed} ${nth}`;
    const candidates = banks.map((bank) => {
      const reference = referenceOf(bank, name);
      return { bank, reference, screen: bank.screen(reference, variantOf(bank, reference)) };
    });
    const coded = candidates.filter(({ screen }) => screen?.code);
    const chosen = coded[(nth + seed + Object.keys(kinds).indexOf(kind)) % coded.length];
    const { bank, reference, screen } = chosen ?? {};
    if (!bank || !screen?.code || !reference) throw new Error('no bank has a code');
    const shows = kind === 'sms' ? 'message' : 'receipt';
    const drawing = { shows, isPhoto: false, provider: bank.provider, seed: name } as const;
    const blank = await renderPool.draw({ ...drawing, screen: { ...screen, code: null } });
    const isReceipt = !without.some((one) => one === kind);
    const payload = isReceipt ? screen.code : (foreign[nth % foreign.length] ?? '');
    const scene = { screen: blank, payload, seed: name };
    const bytes = kind === 'sms' || kind === 'app' ? blank : await damaged(isReceipt ? kind : 'clean', scene);
    const file = join(directory, `${kind}-${seed}-${nth}.${bytes[0] === 0xff ? 'jpg' : 'png'}`);
    writeFileSync(file, bytes);
    const receipt = isReceipt ? { provider: bank.provider, reference } : null;
    pictures.push({ file, kind, seed, payload, receipt });
  };
  const planned = [...Object.keys(kinds), ...without].flatMap((kind) =>
    Array.from({ length: each }, (_, nth) => [kind, nth] as const),
  );
  try {
    const drawNext = async () => {
      for (let next = planned.shift(); next; next = planned.shift()) await draw(...next);
    };
    await Promise.all(Array.from({ length: drawnAtOnce }, drawNext));
  } finally {
    await renderPool.close();
  }
  return pictures;
}

interface Planned {
  picture: Omit<Picture, 'file'>;
  drawing: Drawing;
}

/** A provider with several forms of receipt shows them in turn. */
function receipts(): Planned[] {
  const banks = allBanks(siinqeeLinks);
  const keys = [...new Set(banks.map(({ provider }) => provider))];
  return keys.flatMap((provider) => {
    const forms = banks.filter((bank) => bank.provider === provider);
    return styles.flatMap((style) =>
      Array.from({ length: receiptsEach }, (_, index) =>
        receipt(forms[index % forms.length] as SimulatedBank, style, `${provider} ${style} ${index}`),
      ),
    );
  });
}

function receipt(bank: SimulatedBank, style: Picture['style'], seed: string): Planned {
  const { provider } = bank;
  const reference = referenceOf(bank, seed);
  const screen = bank.screen(reference, variantOf(bank, reference));
  if (!screen) throw new Error(`${provider} shows no ${reference}`);
  const isMessage = style === 'sms';
  const hasCode = screen.code !== null && !isMessage && !codeOpensNothing.includes(provider);
  return {
    picture: { provider, style, reference, hasCode },
    drawing: { screen, shows: isMessage ? 'message' : 'receipt', isPhoto: style === 'photo', provider, seed },
  };
}

/** If a reference has no letters, the four characters are digits. */
function referenceOf(bank: SimulatedBank, seed: string): string {
  const letters = ending(seed);
  const digits = String(Number.parseInt(letters, 36) % 10_000).padStart(4, '0');
  const sample = bank.sample(letters) ?? bank.sample(digits);
  if (!sample) throw new Error(`${bank.provider} has no receipt for ${seed}`);
  return sample.reference;
}

function messages(): Planned[] {
  return Object.entries(messageBanks).flatMap(([provider, messageOf]) =>
    styles.flatMap((style) =>
      Array.from({ length: receiptsEach }, (_, index) => {
        const seed = `${provider} ${style} ${index}`;
        const message = messageOf(seed);
        const { reference } = message;
        const drawing = { screen: screenOf(message), provider, seed } as const;
        return {
          picture: { provider, style, reference, hasCode: false },
          drawing: { ...drawing, shows: 'message', isPhoto: style === 'photo' },
        } satisfies Planned;
      }),
    ),
  );
}

function screenOf({ sender, text }: Message): Screen {
  const sms = { sender, text };
  return { status: 'settled', title: '', amount: '', rows: [], code: null, address: null, sms };
}
