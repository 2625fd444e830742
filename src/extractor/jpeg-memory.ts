/** Computes from a JPEG's header how much memory its decoder will need. Pure, safe with any bytes. */

const bytesPerCoefficient = 2;
const startOfScan = 0xda;
/** May precede a marker. */
const fill = 0xff;
/** Markers without a length. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Markers that begin a frame; the others of this range define tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const progressive = [0xc2, 0xc6, 0xca, 0xce];

interface Frame {
  isProgressive: boolean;
  pixels: number;
  /** Horizontal times vertical sampling factor of each component. */
  samples: number[];
  /** The same for a component at full size. */
  full: number;
}

/**
 * Bytes of coefficients in memory at once: those of the whole picture, if the JPEG is progressive or stores its colours one
 * after the other. 0 for a JPEG that is decoded line by line, like those of cameras.
 */
export function coefficientBytes(jpeg: Uint8Array): number {
  const view = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let frame: Frame | null = null;
  for (let at = 2; at + 4 <= view.length && view[at] === 0xff; ) {
    const marker = view.readUInt8(at + 1);
    if (fill === marker || isAlone(marker)) {
      at += marker === fill ? 1 : 2;
      continue;
    }
    const segment = view.subarray(at + 4, at + 2 + view.readUInt16BE(at + 2));
    if (isFrame(marker)) frame = frameOf(segment, progressive.includes(marker));
    if (marker === startOfScan) return frame ? bytesInMemory(frame, segment[0] ?? 0) : 0;
    at += 2 + view.readUInt16BE(at + 2);
  }
  return 0;
}

/** @param segment precision, height, width, number of components, then three bytes for each */
function frameOf(segment: Buffer, isProgressive: boolean): Frame | null {
  if (segment.length < 6) return null;
  const factors = [...segment.subarray(6)].filter((_, at) => at % 3 === 1);
  const [across, down] = [factors.map((factor) => factor >> 4), factors.map((factor) => factor & 15)];
  return {
    isProgressive,
    pixels: segment.readUInt16BE(1) * segment.readUInt16BE(3),
    samples: across.map((factor, at) => factor * (down[at] ?? 1)),
    full: Math.max(1, ...across) * Math.max(1, ...down),
  };
}

function bytesInMemory({ isProgressive, pixels, samples, full }: Frame, inFirstScan: number): number {
  if (!isProgressive && inFirstScan >= samples.length) return 0;
  const perPixel = samples.reduce((sum, factors) => sum + factors, 0) / full;
  return pixels * perPixel * bytesPerCoefficient;
}
