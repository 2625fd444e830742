/** Draws a link as a QR code, for a customer's camera. */
import encodeQr from 'qr';

/** Pixels of one module, and white modules around the code: what cameras need, on a picture of about 300 pixels. */
const scale = 8;
const border = 4;

/** @returns a PNG */
export async function codePicture(link: string): Promise<Uint8Array> {
  const modules = encodeQr(link, 'raw', { ecc: 'medium', border });
  const width = modules.length * scale;
  const pixels = Buffer.alloc(width * width, 0xff);
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) darken(pixels, width, x * scale, y * scale);
    });
  });
  // Loaded with the first code: most processes draw none.
  const { default: sharp } = await import('sharp');
  return await sharp(pixels, { raw: { width, height: width, channels: 1 } })
    .png()
    .toBuffer();
}

function darken(pixels: Buffer, width: number, x: number, y: number): void {
  for (let row = y; row < y + scale; row += 1) pixels.fill(0, row * width + x, row * width + x + scale);
}
