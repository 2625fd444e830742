import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createExtractor } from '../../src/extractor/index.js';
import { ExtractorFailed, type ReferenceCandidate } from '../../src/extractor/types.js';
import { asker, code, modules, payloadOf, pdf, photograph, screen } from './pictures.js';

const bank = /^https:\/\/bank\.example\/receipt\?id=([A-Z0-9]+)$/;

function readCode(payload: string): ReferenceCandidate['request'] | null {
  const [, reference] = bank.exec(payload) ?? [];
  return reference === undefined ? null : { reference };
}

function findReceipts(text: string): ReferenceCandidate['request'][] {
  return [...text.matchAll(/\bFT\d{5}[A-Z0-9]{5}\b/g)].map(([reference]) => ({ reference }));
}

/** What the model of the tests is shown. */
const shown: Uint8Array[][] = [];
const guess: ReferenceCandidate = { request: { reference: 'GUESS1' }, confidence: 0.7, by: 'ai' };
const ai = {
  async read(jpegs: readonly Uint8Array[]) {
    shown.push([...jpegs]);
    return [guess];
  },
  async close() {},
};

const extractor = createExtractor({ mode: 'openai', ai, readCode, findReceipts });
afterAll(() => extractor.close());

async function seen(...uploads: Uint8Array[]): Promise<ReferenceCandidate[]> {
  const pictures = await extractor.prepare(uploads, asker());
  return await pictures.candidates();
}

const byCode = (reference: string): ReferenceCandidate => ({
  request: { reference },
  confidence: 1,
  by: 'qr',
});
/** The pixels as they lie in the file when `orientation` says how to turn them back: the inverse, step by step. */
async function asKept(picture: Sharp, orientation: number): Promise<Buffer> {
  const quarter = { 5: 90, 6: 270, 7: 270, 8: 90, 3: 180, 4: 180 }[orientation] ?? 0;
  const turned = sharp(await picture.clone().rotate(quarter).png().toBuffer());
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  const kept = isMirrored ? turned.flop() : turned;
  return await kept.withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
}

const placed = { left: 300, top: 1500, module: 9 };
const drawn = screen([{ text: payloadOf('PLAIN1'), ...placed }]);
const plain = async () => (await drawn).clone();

describe('a code is read', () => {
  it.each(['png', 'webp', 'jpeg'] as const)('on a phone screenshot, as %s', async (format) => {
    const upload = await (await plain()).toFormat(format).toBuffer();
    expect(await seen(upload)).toEqual([byCode('PLAIN1')]);
  });

  it('on a picture lying on its side, as phones keep them', async () => {
    const turned = await (await plain()).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const pictures = await extractor.prepare([turned], asker());
    expect(await pictures.candidates()).toEqual([byCode('PLAIN1')]);
    const { width, height, orientation } = await sharp(pictures.jpegs[0]).metadata();
    expect({ width, height, orientation }).toEqual({ width: 1080, height: 2400, orientation: undefined });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'on a picture that a phone keeps turned or mirrored, and it is shown upright: orientation %i',
    async (orientation) => {
      const picture = await screen(
        [{ text: payloadOf('TURNED1'), left: 100, top: 500, module: 6 }],
        540,
        1200,
      );
      const kept = await asKept(picture, orientation);
      const pictures = await extractor.prepare([kept], asker());
      expect(await pictures.candidates()).toEqual([byCode('TURNED1')]);
      const { data, info } = await sharp(pictures.jpegs[0])
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([540, 1200]);
      const upright = await picture.greyscale().raw().toBuffer();
      const off = data.filter((grey, at) => Math.abs(grey - (upright[at] ?? 0)) > 60).length;
      expect(off / data.length).toBeLessThan(0.01);
    },
  );

  it('in colours for printing', async () => {
    const upload = await (await plain()).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(upload).metadata()).space).toBe('cmyk');
    const pictures = await extractor.prepare([upload], asker());
    expect(await pictures.candidates()).toEqual([byCode('PLAIN1')]);
    expect((await sharp(pictures.jpegs[0]).metadata()).space).toBe('srgb');
  });

  it('that is dark on nothing at all: what is transparent is paper', async () => {
    const dark = await sharp(await code(payloadOf('CLEAR1'), 8))
      .toColourspace('srgb')
      .toBuffer();
    const alpha = await sharp(dark).greyscale().negate().toColourspace('b-w').raw().toBuffer();
    const { width, height } = await sharp(dark).metadata();
    const black = sharp({ create: { width, height, channels: 3, background: '#000' } });
    const upload = await black
      .joinChannel(alpha, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
    expect((await sharp(upload).metadata()).hasAlpha).toBe(true);
    expect(await seen(upload)).toEqual([byCode('CLEAR1')]);
  });

  it('that is light on nothing at all', async () => {
    const alpha = await sharp(await code(payloadOf('GHOST1'), 8, true))
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const side = Math.sqrt(alpha.length);
    const white = sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } });
    const upload = await white
      .joinChannel(alpha, { raw: { width: side, height: side, channels: 1 } })
      .png()
      .toBuffer();
    expect(await seen(upload)).toEqual([byCode('GHOST1')]);
  });

  it('in a later frame of a moving picture, which is shown to the model by its first', async () => {
    const frames = [await screen([], 540, 1200)];
    frames.push(await screen([{ text: payloadOf('LATER1'), left: 40, top: 600, module: 9 }], 540, 1200));
    const upload = await sharp(await Promise.all(frames.map((frame) => frame.png().toBuffer())), {
      join: { animated: true },
    })
      .webp()
      .toBuffer();
    expect((await sharp(upload).metadata()).pages).toBe(2);
    const pictures = await extractor.prepare([upload], asker());
    expect(await pictures.candidates()).toEqual([byCode('LATER1')]);
    expect(pictures.jpegs.length).toBe(1);
  });

  it.each(['left', 'top'] as const)('that is cut off at its %s edge', async (edge) => {
    const text = payloadOf('CUTOFF1');
    const side = 9 * modules(text).length;
    const start = 300 + 3 * 9 + Math.round(side * 0.03);
    const whole = await (await screen([{ text, left: 300, top: 300, module: 9 }])).png().toBuffer();
    const [left, top] = edge === 'left' ? [start, 250] : [250, start];
    const upload = await sharp(whole).extract({ left, top, width: 500, height: 500 }).png().toBuffer();
    expect((await seen(upload)).map(({ request }) => request)).toEqual([{ reference: 'CUTOFF1' }]);
  });

  it('under the stroke of a marker', async () => {
    const pen = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="2400"><path fill="none" stroke="#8a8a8a"
      stroke-width="20" d="M300 1760L620 1540"/></svg>`;
    const upload = await (await plain())
      .composite([{ input: Buffer.from(pen) }])
      .png()
      .toBuffer();
    expect((await seen(upload)).map(({ request }) => request)).toEqual([{ reference: 'PLAIN1' }]);
  });

  it('that touches the black ground around it', async () => {
    const text = payloadOf('TOUCH1');
    const rows = modules(text);
    const raw = Buffer.from(rows.flat().map((isDark) => (isDark ? 0 : 255)));
    const bare = sharp(raw, { raw: { width: rows.length, height: rows.length, channels: 1 } });
    const input = await bare
      .resize(rows.length * 8, rows.length * 8, { kernel: 'nearest' })
      .png()
      .toBuffer();
    const panel = sharp({ create: { width: 1080, height: 1600, channels: 3, background: '#101010' } });
    const upload = await panel
      .composite([{ input, left: 300, top: 700 }])
      .jpeg()
      .toBuffer();
    expect((await seen(upload)).map(({ request }) => request)).toEqual([{ reference: 'TOUCH1' }]);
  });

  it('that is light on dark', async () => {
    const inverted = { text: payloadOf('NIGHT1'), left: 200, top: 300, module: 8, inverted: true };
    const upload = await (await screen([inverted])).png().toBuffer();
    expect(await seen(upload)).toEqual([byCode('NIGHT1')]);
  });

  it('that is small, far down a long screenshot', async () => {
    const small = { text: payloadOf('SMALL1'), left: 900, top: 5500, module: 3 };
    const upload = await (await screen([small], 1080, 6000)).png().toBuffer();
    expect(await seen(upload)).toEqual([byCode('SMALL1')]);
  });

  it('on a thumbnail', async () => {
    const upload = await (await plain()).resize({ width: 300 }).jpeg({ quality: 70 }).toBuffer();
    expect((await seen(upload)).map(({ request }) => request)).toEqual([{ reference: 'PLAIN1' }]);
  });

  it('on a blurred photograph, taken at an angle in uneven light', async () => {
    expect(await seen(await photograph(await plain()))).toEqual([byCode('PLAIN1')]);
  });

  it('beside others: every one of a picture that a bank prints, none that nobody knows', async () => {
    const codes = [
      { text: payloadOf('FIRST1'), left: 100, top: 200, module: 9 },
      { text: 'https://play.example/app', left: 100, top: 900, module: 9 },
      { text: payloadOf('SECOND2'), left: 100, top: 1600, module: 9 },
    ];
    const upload = await (await screen(codes)).png().toBuffer();
    const references = (await seen(upload)).map(({ request }) => request.reference);
    expect(references.sort()).toEqual(['FIRST1', 'SECOND2']);
  });

  it('beside another receipt: both are told, and equally sure', async () => {
    const codes = [
      { text: payloadOf('FIRST1'), left: 100, top: 200, module: 9 },
      { text: payloadOf('SECOND2'), left: 700, top: 2000, module: 3 },
    ];
    const upload = await (await screen(codes)).blur(1.3).jpeg({ quality: 70 }).toBuffer();
    const told = (await seen(upload)).sort((a, b) =>
      String(a.request.reference).localeCompare(String(b.request.reference)),
    );
    expect(told).toEqual([byCode('FIRST1'), byCode('SECOND2')]);
  });

  it('beside a much larger one, sharp but small: both are told, and equally sure', async () => {
    const codes = [
      { text: payloadOf('FIRST1'), left: 100, top: 200, module: 12 },
      { text: payloadOf('SECOND2'), left: 800, top: 2000, module: 2 },
    ];
    const told = (await seen(await (await screen(codes)).png().toBuffer())).sort((a, b) =>
      String(a.request.reference).localeCompare(String(b.request.reference)),
    );
    expect(told).toEqual([byCode('FIRST1'), byCode('SECOND2')]);
  });

  it('that is small beside a large one nobody knows', async () => {
    const codes = [
      { text: 'https://play.example/app', left: 100, top: 200, module: 16 },
      { text: payloadOf('BESIDE1'), left: 850, top: 2100, module: 2 },
    ];
    const upload = await (await screen(codes)).png().toBuffer();
    expect((await seen(upload)).map(({ request }) => request)).toEqual([{ reference: 'BESIDE1' }]);
  });

  it('once, where several pictures show the same', async () => {
    const upload = await (await plain()).png().toBuffer();
    const other = await (await plain()).jpeg().toBuffer();
    expect(await seen(upload, other, upload)).toEqual([byCode('PLAIN1')]);
  });
});

describe('a picture', () => {
  it('without a code shows nothing to who does not ask a model', async () => {
    expect(await seen(await (await screen([])).png().toBuffer())).toEqual([]);
  });

  it('is known again by the hash of what was sent', async () => {
    const uploads = [await (await plain()).png().toBuffer(), await (await screen([])).png().toBuffer()];
    const { digests } = await extractor.prepare(uploads, asker());
    expect(digests).toEqual(uploads.map((upload) => createHash('sha256').update(upload).digest('hex')));
  });

  it('stays with whoever sent it: its bytes are not taken away', async () => {
    const upload = new Uint8Array(await (await plain()).png().toBuffer());
    const copy = Buffer.from(upload);
    await seen(upload);
    expect(Buffer.from(upload).equals(copy)).toBe(true);
  });

  it('is shown to the model upright, none of its sides over 2,048 pixels, a long one in overlapping parts', async () => {
    const long = await (await screen([], 1080, 5000)).png().toBuffer();
    const pictures = await extractor.prepare([await (await plain()).png().toBuffer(), long], asker());
    expect(await extractor.ask(pictures)).toEqual([guess]);
    const parts = await Promise.all((shown.at(-1) ?? []).map((jpeg) => sharp(jpeg).metadata()));
    expect(parts.length).toBe(4);
    for (const { format, width, height } of parts) {
      expect(format).toBe('jpeg');
      expect(Math.max(width, height)).toBeLessThanOrEqual(2048);
      expect(width).toBeGreaterThan(800);
    }
  });
});

describe('a PDF', () => {
  it('gives the receipts of its text, also where it lies behind a long statement', async () => {
    const upload = await pdf((document) => {
      document.text('Reference No. FT26123ABCDE', 40, 40);
      for (let page = 2; page <= 30; page += 1)
        document.addPage().text(`${page} balance 1,000.00 `.repeat(90), 40, 40);
      document.text('Reference No. FT26123ZZZZZ', 40, 700);
    });
    expect(await seen(upload)).toEqual(
      ['FT26123ABCDE', 'FT26123ZZZZZ'].map((reference) => ({
        request: { reference },
        confidence: 0.9,
        by: 'text',
      })),
    );
  });

  it('that shows no receipt on its first thirty pages is refused with these words', async () => {
    const upload = await pdf((document) => {
      for (let page = 1; page <= 30; page += 1) document.text(`Page ${page}`, 40, 40).addPage();
      document.text('Reference No. FT26123ZZZZZ', 40, 40);
    });
    await expect(seen(upload)).rejects.toThrow(
      'Only the first 30 pages of the PDF were read, and they show no receipt. Send the page of the receipt alone.',
    );
  });

  it.each(['squares', 'lines'] as const)('gives the code it draws as %s', async (way) => {
    const rows = modules(payloadOf('DRAWN1'));
    const upload = await pdf((document) => {
      document.text('Thank you', 40, 40).translate(300, 500).scale(0.5).lineWidth(6);
      for (const [y, row] of rows.entries()) {
        for (const [x, isDark] of row.entries()) {
          if (!isDark) continue;
          if (way === 'squares') document.rect(x * 6, y * 6, 6, 6).fill('#102040');
          else
            document
              .moveTo(x * 6, y * 6 + 3)
              .lineTo(x * 6 + 6, y * 6 + 3)
              .stroke('#102040');
        }
      }
    });
    expect(await seen(upload)).toEqual([byCode('DRAWN1')]);
  });

  it('gives the receipts its links lead to', async () => {
    const upload = await pdf((document) => {
      document.text('Open receipt', 40, 40);
      document.link(40, 40, 100, 20, 'https://bank.example/?id=FT26123ABCDE');
    });
    expect((await seen(upload)).map(({ request }) => request)).toEqual([{ reference: 'FT26123ABCDE' }]);
  });

  it('gives the codes of its pictures, before its text', async () => {
    const picture = await code(payloadOf('INPDF1'), 5);
    const upload = await pdf((document) => {
      document.text('Reference No. FT26123ABCDE', 40, 40).image(picture, 40, 200, { width: 120 });
    });
    expect((await seen(upload)).map(({ by, request }) => [by, request.reference])).toEqual([
      ['qr', 'INPDF1'],
      ['text', 'FT26123ABCDE'],
    ]);
  });

  it('of a scanned page is shown to the model as a picture, a logo is not', async () => {
    const page = await (await plain()).jpeg().toBuffer();
    const logo = await code('logo', 3);
    const upload = await pdf((document) => {
      document.image(page, 0, 0, { height: 800 }).image(logo, 500, 10, { width: 40 });
    });
    const pictures = await extractor.prepare([upload], asker());
    expect(pictures.jpegs.length).toBe(1);
    expect(await sharp(pictures.jpegs[0]).metadata()).toMatchObject({ width: 1080, height: 2400 });
    expect(await pictures.candidates()).toEqual([byCode('PLAIN1')]);
  });

  it('of many long pages, and five of them, costs no more to show than five long screenshots', async () => {
    const pages = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, nth) => await (await screen([], 250, 1600 + nth)).jpeg().toBuffer(),
      ),
    );
    const upload = await pdf((document) => {
      for (const page of pages) document.image(page, 0, 0, { height: 800 });
    });
    const pictures = await extractor.prepare(
      Array.from({ length: 5 }, () => upload),
      asker(),
    );
    expect(pictures.jpegs.length).toBe(40);
    await extractor.ask(pictures);
    expect(shown.at(-1)?.length).toBe(20);
  });

  it('without pictures leaves the model nothing to be asked about', async () => {
    const pictures = await extractor.prepare(
      [await pdf((document) => document.text('Nothing', 40, 40))],
      asker(),
    );
    const before = shown.length;
    expect(await extractor.ask(pictures)).toEqual([]);
    expect(shown.length).toBe(before);
  });
});

describe('an extractor that is closed', () => {
  it('says that it failed, and blames no picture', async () => {
    const closed = createExtractor({ mode: 'qr', ai: null, readCode, findReceipts });
    await closed.close();
    const upload = await (await screen([])).png().toBuffer();
    await expect(closed.prepare([upload], asker())).rejects.toBeInstanceOf(ExtractorFailed);
  });
});
