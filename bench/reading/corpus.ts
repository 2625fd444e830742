/**
 * The pictures that are read: every simulated bank and two of which only messages are known, in three styles, ten
 * receipts each. The same every time.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LinkForm } from '../../src/config.js';
import { allBanks } from '../../src/sandbox/banks/registry.js';
import type { Screen, SimulatedBank } from '../../src/sandbox/banks/types.js';
import { ending } from '../../src/sandbox/facts.js';
import { showingOf } from '../../src/sandbox/outcomes.js';
import { createStudio } from '../../src/sandbox/screenshots/studio.js';
import type { Drawing } from '../../src/sandbox/screenshots/types.js';
import { type Message, messageBanks } from './messages.js';

export const styles = ['screen', 'photo', 'sms'] as const;

export interface Picture {
  file: string;
  style: (typeof styles)[number];
  provider: string;
  /** What stands in the request that a right reading leads to. */
  reference: string;
  /** Whether a code is in it that leads to the receipt. */
  hasCode: boolean;
}

export const siinqeeLinks: readonly LinkForm[] = [
  { host: 'siinqeebank.com', before: '/receipt/', after: '' },
];
const receiptsEach = 10;
const drawnAtOnce = 2;
/** The token on Dashen's success screen opens nothing (docs/providers/README.md#qr-codes). */
const codeOpensNothing = ['dashen'];

/** Draws everything into a directory. */
export async function drawCorpus(directory: string): Promise<Picture[]> {
  const planned = [...receipts(), ...messages()];
  const studio = createStudio(drawnAtOnce);
  const pictures: Picture[] = [];
  try {
    const drawNext = async () => {
      for (let next = planned.shift(); next; next = planned.shift()) {
        const file = join(directory, `${pictures.length}-${next.picture.provider}-${next.picture.style}.png`);
        const picture = { ...next.picture, file };
        pictures.push(picture);
        writeFileSync(file, await studio.draw(next.drawing));
      }
    };
    await Promise.all(Array.from({ length: drawnAtOnce }, drawNext));
  } finally {
    await studio.close();
  }
  return pictures;
}

interface Planned {
  picture: Omit<Picture, 'file'>;
  drawing: Drawing;
}

/** A provider of several forms of receipt shows them in turn. */
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
  const screen = bank.screen(reference, showingOf(bank, reference));
  if (!screen) throw new Error(`${provider} shows no ${reference}`);
  const isMessage = style === 'sms';
  const hasCode = screen.code !== null && !isMessage && !codeOpensNothing.includes(provider);
  return {
    picture: { provider, style, reference, hasCode },
    drawing: { screen, shows: isMessage ? 'message' : 'receipt', isPhoto: style === 'photo', provider, seed },
  };
}

/** Where there is no room for letters, the four characters are digits. */
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
