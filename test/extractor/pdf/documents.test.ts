import { randomBytes } from 'node:crypto';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentReader } from '../../../src/extractor/pdf/documents.js';
import { deflated } from '../hostile-files.js';

const reader = createDocumentReader();
afterAll(() => reader.close());

type Draw = (document: PDFKit.PDFDocument) => void;

async function pdf(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4', margin: 0, ...options });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise((resolve) => document.on('end', resolve));
  draw(document);
  document.end();
  await end;
  return new Uint8Array(Buffer.concat(chunks));
}

const receipt: Draw = (document) => {
  for (const [index, label] of ['Payer', 'Account', 'Receiver'].entries()) {
    document.text(label, 40, 40 + index * 14, { lineBreak: false });
  }
  for (const [index, value] of ['ABEBE TEST KEBEDE', '1****0001', 'SARA TEST'].entries()) {
    document.text(value, 260, 40 + index * 14, { lineBreak: false });
  }
};
const receiptLines = ['Payer ABEBE TEST KEBEDE', 'Account 1****0001', 'Receiver SARA TEST'];

/** A PDF file of the given objects, the first of them its catalogue. */
function file(objects: readonly (string | Buffer)[]): Uint8Array {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(parts.reduce((length, part) => length + part.length, 0));
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const start = parts.reduce((length, part) => length + part.length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n`));
  parts.push(Buffer.from(`<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`));
  return new Uint8Array(Buffer.concat(parts));
}

function onePage(...contents: (string | Buffer)[]): Uint8Array {
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>';
  return file(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', page, ...contents]);
}

/** Small, harmless to memory, and minutes of work: one long form drawn thousands of times. */
function slowPage(): Uint8Array {
  const form = Buffer.from(`BT /T 9 Tf (x) Tj ET ${'q Q '.repeat(100_000)}`);
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
  const entries = `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</T ${font}>>>>`;
  return onePage(stream(Buffer.from('/F Do '.repeat(5_000)), ''), stream(form, entries));
}

function stream(bytes: Buffer, entries: string): Buffer {
  const head = Buffer.from(`<</Length ${bytes.length}${entries}>>\nstream\n`);
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
}

describe('a PDF', () => {
  it('is read as printed lines, values beside their labels', async () => {
    expect((await reader.pdfText(await pdf(receipt)))?.lines).toEqual(receiptLines);
  });

  it('loses nothing to a watermark across the page, whose words are no part of its values', async () => {
    for (let y = 20; y < 90; y += 5) {
      const marked = await pdf((document) => {
        document
          .save()
          .rotate(-35, { origin: [200, y] })
          .fontSize(48);
        document.text('COPY', 200, y, { lineBreak: false }).restore().fontSize(12);
        receipt(document);
      });
      expect(await reader.pdfText(marked), `at ${y}`).toEqual({ lines: receiptLines });
    }
  });

  it('is read on its first three pages', async () => {
    const bytes = await pdf((document) => {
      for (const number of [1, 2, 3, 4, 5]) document.text(`Page ${number}`, 40, 40).addPage();
    });
    expect((await reader.pdfText(bytes))?.lines).toEqual(['Page 1', 'Page 2', 'Page 3']);
  });

  it('without text has no lines', async () => {
    expect((await reader.pdfText(await pdf(() => {})))?.lines).toEqual([]);
  });

  it('stays the caller’s: its bytes are neither taken away nor changed', async () => {
    const bytes = await pdf(receipt);
    const before = Buffer.from(bytes).toString('hex');
    await reader.pdfText(bytes);
    expect(Buffer.from(bytes).toString('hex')).toBe(before);
  });

  it('is read among many others at once, each with its own lines', async () => {
    const texts = Array.from({ length: 60 }, (_, index) => `Receipt ${index}`);
    const files = await Promise.all(texts.map((text) => pdf((document) => document.text(text, 40, 40))));
    const read = await Promise.all(files.map((bytes) => reader.pdfText(bytes)));
    expect(read.map((result) => result?.lines)).toEqual(texts.map((text) => [text]));
  });
});

it('PDFs are read in the order in which they came, but for those read at the same time', async () => {
  const bytes = await pdf(receipt);
  const readAll = async (count: number) => {
    const read: number[] = [];
    const nth = Array.from({ length: count }, (_, index) => index);
    await Promise.all(nth.map((index) => reader.pdfText(bytes).then(() => read.push(index))));
    return read;
  };
  // Starts both threads.
  await readAll(50);
  const read = await readAll(200);
  for (const [place, index] of read.entries()) expect(Math.abs(place - index)).toBeLessThan(25);
});

describe('what cannot be read is null', () => {
  it.each([
    ['nothing', () => new Uint8Array()],
    ['random bytes', () => new Uint8Array(randomBytes(20_000))],
    [
      'random bytes that begin like a PDF',
      () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20_000)]),
    ],
    ['a page of HTML', () => Buffer.from('<!doctype html><html><body>%PDF</body></html>')],
    [
      'a file over 5 MiB',
      async () => Buffer.concat([await pdf(receipt), Buffer.alloc(5 * 1024 * 1024, ' ')]),
    ],
    ['a file locked with a password', () => pdf(receipt, { userPassword: 'secret', ownerPassword: 'owner' })],
    [
      'a file that claims ten thousand pages and has none',
      () => file(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 10000>>', 'null']),
    ],
    [
      'a page tree that contains itself',
      () =>
        file(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 10000/Parent 2 0 R>>']),
    ],
    ['references that never end', () => file(['2 0 R', '1 0 R'])],
  ])('%s', async (_name, bytes) => {
    expect(await reader.pdfText(await bytes())).toBeNull();
  });

  it('a receipt cut off anywhere: null or lines, never an error', async () => {
    const bytes = await pdf(receipt);
    for (let length = 0; length < bytes.length; length += 97) {
      const result = await reader.pdfText(bytes.subarray(0, length));
      expect(result === null || Array.isArray(result.lines)).toBe(true);
    }
  });

  it('a receipt with changed bytes: null or lines, never an error', async () => {
    const bytes = await pdf(receipt);
    for (let round = 0; round < 100; round++) {
      const changed = Uint8Array.from(bytes);
      for (const at of randomBytes(40)) changed[(at * 7919 + round * 31) % changed.length] = at;
      const result = await reader.pdfText(changed);
      expect(result === null || Array.isArray(result.lines)).toBe(true);
    }
  });
});

describe('a PDF that means harm', () => {
  it('is given up after ten seconds, holds nobody else up, and leaves a reader that works', async () => {
    const start = performance.now();
    const [harmful, harmless] = [reader.pdfText(slowPage()), reader.pdfText(await pdf(receipt))];
    expect((await harmless)?.lines).toEqual(receiptLines);
    expect(await Promise.race([harmful, 'still being read'])).toBe('still being read');
    expect(await harmful).toBeNull();
    expect(performance.now() - start).toBeGreaterThan(4_900);
    expect((await reader.pdfText(await pdf(receipt)))?.lines).toEqual(receiptLines);
  });

  it('is given up also when others of its kind are before it', async () => {
    const impatient = createDocumentReader(1_500);
    const results = await Promise.all(
      [slowPage(), slowPage(), await pdf(receipt)].map((bytes) => impatient.pdfText(bytes)),
    );
    expect(results).toEqual([null, null, { lines: receiptLines }]);
    await impatient.close();
  });

  it('that unpacks to 600 MB takes neither the memory nor the event loop', async () => {
    const bomb = onePage(stream(deflated(' ', 600_000_000), '/Filter/FlateDecode'));
    const before = process.memoryUsage.rss();
    let most = 0;
    let turns = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before);
      turns++;
    }, 20);
    expect(await reader.pdfText(bomb)).toBeNull();
    clearInterval(watch);
    expect(most).toBeLessThan(450 * 1024 * 1024);
    expect(turns).toBeGreaterThan(5);
    expect((await reader.pdfText(await pdf(receipt)))?.lines).toEqual(receiptLines);
  });
});

describe('a closed reader', () => {
  it('gives null to whoever still waits', async () => {
    const closing = createDocumentReader();
    const bytes = await pdf(receipt);
    const waiting = Array.from({ length: 20 }, () => closing.pdfText(bytes));
    await closing.close();
    const results = await Promise.all(waiting);
    expect(results.at(-1)).toBeNull();
    expect(await closing.pdfText(bytes)).toBeNull();
  });
});
