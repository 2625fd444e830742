import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createExtractor } from '../../src/extractor/index.js';
import { UploadRefused } from '../../src/extractor/types.js';
import { clearPng, deflated, jpegInScans, pdfOfPictures, unpackingPdf } from './hostile-files.js';
import { asker, pdf, plainPixels, png, pngChunk, screen } from './pictures.js';

const extractor = createExtractor({ mode: 'qr', ai: null, readCode: () => null, findReceipts: () => [] });
afterAll(() => extractor.close());

const mebibyte = 1024 * 1024;
const drawn = screen([], 540, 1200).then((picture) => picture.jpeg().toBuffer());
const photo = () => drawn;

/** What is said of the second of two uploads, the first of which is a good one. */
async function refusalOf(upload: Uint8Array): Promise<string> {
  const refused = await extractor.prepare([await photo(), upload], asker()).then(
    () => null,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(UploadRefused);
  if (!(refused instanceof UploadRefused)) throw new Error('was let in');
  expect(refused.index).toBe(1);
  return refused.message;
}

const unknown = 'The file is not a JPEG, PNG or WebP picture, nor a PDF.';
const damaged = 'The picture is damaged or incomplete.';
const twoThings = 'The file is made to be two kinds of file at once.';
const tooManyPixels = 'The picture has more than 40 million pixels.';

describe('an upload is refused that is', () => {
  it('empty', async () => {
    expect(await refusalOf(new Uint8Array())).toBe('The file is empty.');
  });

  it('larger than 5 MiB', async () => {
    const padded = Buffer.concat([await photo(), Buffer.alloc(5 * mebibyte)]);
    expect(await refusalOf(padded)).toBe('The file is larger than 5 MiB.');
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['SVG in XML', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['text', Buffer.from('DKK4A1B2C3')],
    ['base64 that was not decoded', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB')],
  ])('%s', async (_, upload) => {
    expect(await refusalOf(upload)).toBe(unknown);
  });

  it.each(['heic', 'heix', 'mif1', 'hevc'])(
    'a HEIC picture of an iPhone, with what to send instead: %s',
    async (brand) => {
      const box = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`)]);
      expect(await refusalOf(Buffer.concat([box, Buffer.alloc(64)]))).toMatch(/as a photo .*or as a JPEG/);
    },
  );

  it.each(['gif', 'tiff', 'avif'] as const)('a picture of another kind: %s', async (format) => {
    const upload = await sharp(await photo())
      .resize(64)
      .toFormat(format)
      .toBuffer();
    expect(await refusalOf(upload)).toBe(unknown);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('cut off: %s', async (format) => {
    const whole = await (await screen([])).toFormat(format).toBuffer();
    for (const share of [0.02, 0.5, 0.9]) {
      expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * share)))).toBe(damaged);
    }
  });

  it.each([
    ['JPEG', 'ffd8ffe000104a46494600'],
    ['PNG', '89504e470d0a1a0a'],
    ['WebP', '524946462400000057454250'],
  ])('something else under the first bytes of a %s', async (_, first) => {
    const upload = Buffer.concat([Buffer.from(first, 'hex'), Buffer.from('plain words. '.repeat(500))]);
    expect(await refusalOf(upload)).toBe(damaged);
  });

  it('a PDF that cannot be read, or is locked', async () => {
    const message = 'The PDF cannot be read: it is damaged or locked.';
    expect(await refusalOf(Buffer.from(`%PDF-1.7\n${'nothing '.repeat(100)}`))).toBe(message);
    const locked = await pdf((document) => document.text('Receipt', 40, 40), { userPassword: 'secret' });
    expect(await refusalOf(locked)).toBe(message);
  });
});

describe('a file made to be two kinds at once is refused:', () => {
  it('a picture that is an archive', async () => {
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    expect(await refusalOf(Buffer.concat([await photo(), end]))).toBe(twoThings);
  });

  it('a picture that is a page with scripts', async () => {
    const upload = await sharp(await photo())
      .withExif({ IFD0: { ImageDescription: '<script>fetch("//evil.example")</script>' } })
      .jpeg()
      .toBuffer();
    expect(upload.includes('<script>')).toBe(true);
    expect(await refusalOf(upload)).toBe(twoThings);
  });

  it('a picture that is a PDF', async () => {
    const picture = await photo();
    const comment = Buffer.from('\xff\xfe\x00\x0c%PDF-1.7\r\n', 'latin1');
    const upload = Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]);
    expect(await refusalOf(upload)).toBe(twoThings);
  });

  it('a PDF that is an archive', async () => {
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    const upload = Buffer.concat([await pdf((document) => document.text('Receipt', 40, 40)), end]);
    expect(await refusalOf(upload)).toBe(twoThings);
  });

  it('but not a photograph with a film behind it, as phones make them', async () => {
    const upload = Buffer.concat([
      await photo(),
      Buffer.from('\0\0\0\x18ftypmp42', 'latin1'),
      Buffer.alloc(9_000, 7),
    ]);
    await expect(extractor.prepare([upload], asker())).resolves.toBeDefined();
  });
});

describe('a picture that unpacks to far more than it is', () => {
  it('is refused over 40 million pixels, before it is unpacked', async () => {
    expect(await refusalOf(png(50_000, 50_000, Buffer.from('never looked at')))).toBe(tooManyPixels);
    expect(await refusalOf(png(8_000, 5_001, plainPixels(8_000, 5_001)))).toBe(tooManyPixels);
  });

  it('is read up to that, and leaves nothing of its size behind', async () => {
    const before = process.memoryUsage.rss();
    const pictures = await extractor.prepare([png(8_000, 5_000, plainPixels(8_000, 5_000))], asker());
    const [jpeg] = pictures.jpegs;
    const { width, height } = await sharp(jpeg).metadata();
    expect(width * height).toBeLessThanOrEqual(6_010_000);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * mebibyte);
  });

  it('is refused where its pixels end early or go on behind it', async () => {
    expect(await refusalOf(png(8_000, 5_000, plainPixels(8_000, 100)))).toBe(damaged);
  });

  it('in its notes is read without them', async () => {
    const notes = deflated('\0', 200 * mebibyte);
    const picture = await (await screen([])).png().toBuffer();
    const headerEnds = 8 + 25;
    const compressed = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), notes]));
    const upload = Buffer.concat([picture.subarray(0, headerEnds), compressed, picture.subarray(headerEnds)]);
    const pictures = await extractor.prepare([upload], asker());
    expect(pictures.jpegs.length).toBe(1);
  });

  it('as a PDF is refused, and the next upload is read', async () => {
    const bomb = await pdf((document) => {
      const { data }: { data: Record<string, unknown> } = document.page.dictionary;
      const huge = document.ref({ Filter: 'FlateDecode' });
      huge.end(deflated(' ', 900 * mebibyte));
      data.Contents = huge;
    });
    expect(bomb.byteLength).toBeLessThan(5 * mebibyte);
    expect(await refusalOf(bomb)).toMatch(/^The (PDF cannot be read|file takes too much)/);
    await expect(extractor.prepare([await photo()], asker())).resolves.toBeDefined();
  });
});

describe('no process that reads pictures takes 300 MB, whatever is uploaded:', () => {
  const plain = { width: 8_000, height: 5_000, channels: 3 as const, background: '#808080' };
  const large = sharp({ create: plain }).jpeg({ progressive: true }).toBuffer();
  const tooMuch = /^The (picture takes too much memory|file takes too much time or memory) to read/;
  const promised = 300;

  /** Runs in an extractor of its own; the peak of each process it starts is seen before that ends. */
  async function peakMb(upload: Uint8Array, outcome: 'read' | 'refused'): Promise<number> {
    const others = new Set(children());
    const own = createExtractor({ mode: 'qr', ai: null, readCode: () => null, findReceipts: () => [] });
    let peak = 0;
    const watch = setInterval(() => {
      for (const pid of children()) if (!others.has(pid)) peak = Math.max(peak, highWaterMb(pid));
    }, 2);
    try {
      const reading = own.prepare([upload], asker()).then(({ candidates }) => candidates());
      if (outcome === 'read') await reading;
      else await expect(reading).rejects.toThrow(tooMuch);
    } finally {
      clearInterval(watch);
      await own.close();
    }
    return peak;
  }

  it.each([
    ['a JPEG whose colours follow each other', () => jpegInScans(8_000, 5_000, 4)],
    ['a PNG of few, very long lines', () => clearPng(400_000, 100)],
    ['a PDF that unpacks to 300 MB', () => unpackingPdf()],
    ['a PDF of many large pictures', () => pdfOfPictures(20, 4_200)],
  ])('%s', async (_, make) => {
    const peak = await peakMb(make(), 'refused');
    expect(peak).toBeGreaterThan(30);
    expect(peak).toBeLessThan(promised);
  });

  it.each([1, 6] as const)(
    'a progressive JPEG of 40 million pixels is read, held upright or not: orientation %i',
    async (orientation) => {
      const peak = await peakMb(held(await large, orientation), 'read');
      expect(peak).toBeLessThan(promised);
    },
  );
});

describe('a process that reads pictures', () => {
  it('knows nothing of the configuration', async () => {
    process.env.DERESEGN_TEST_SECRET = 'do-not-hand-on';
    const fresh = createExtractor({ mode: 'qr', ai: null, readCode: () => null, findReceipts: () => [] });
    try {
      const before = new Set(children());
      await fresh.prepare([await photo()], asker());
      const [child] = children().filter((pid) => !before.has(pid));
      const environment = readFileSync(`/proc/${child}/environ`, 'latin1');
      expect(environment).not.toContain('do-not-hand-on');
    } finally {
      delete process.env.DERESEGN_TEST_SECRET;
      await fresh.close();
    }
  });
});

/** A JPEG with a note, as phones write it, of how it was held. */
function held(jpeg: Buffer, orientation: number): Buffer {
  const head = Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1');
  const entry = Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);
  const mark = Buffer.from([0xff, 0xe1, 0, 2 + head.length + entry.length]);
  return Buffer.concat([jpeg.subarray(0, 2), mark, head, entry, jpeg.subarray(2)]);
}

/** Process ids of what this process has started. */
function children(): string[] {
  const { pid } = process;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}

/** The most memory a process ever had; 0 for one that has ended. */
function highWaterMb(pid: string): number {
  try {
    const [, kilobytes = 0] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}
