/** The worker thread that draws PDFs: pdfkit takes 300 ms and 30 MB to load, so the service itself does not load it. */
import PDFDocument from 'pdfkit';
import type { PrintedPage, PrintedText } from './types.js';

export default async function draw({ texts, createdAt }: PrintedPage): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    info: { CreationDate: createdAt, ModDate: createdAt },
  });
  const file = collect(document);
  for (const text of texts) drawText(document, text);
  document.end();
  return await file;
}

function drawText(document: PDFKit.PDFDocument, { text, x, y, size, bold }: PrintedText): void {
  document
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .text(text, x, y, { lineBreak: false });
}

async function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}
