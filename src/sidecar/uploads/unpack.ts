/** From the bytes of a JSON body to its pictures and what stands beside them. Pure; runs in a thread. */

export interface Unpacked {
  kind: 'body';
  /** The body with every picture replaced by its place in `pictures`, as text: `0`, `1`, … */
  members: unknown;
  /** Null for what is not base64. */
  pictures: (Uint8Array<ArrayBuffer> | null)[];
}

/** `too_large`: there is more beside the pictures than any request needs. */
export type Unpacking = Unpacked | { kind: 'not_json' } | { kind: 'too_large' };

/** One more than may be sent, so that whoever counts them finds too many. */
const picturesMax = 6;
/** Signs that structure a body. Base64 has none of them, so that a body has few however large its pictures are. */
const structure = ['{', '[', ',', '"', ':'].map((sign) => sign.charCodeAt(0));
const structureMax = 10_000;
const membersLengthMax = 64 * 1024;

export function unpack(body: Buffer): Unpacking {
  if (structure.some((sign) => isOftenIn(body, sign))) return { kind: 'too_large' };
  const members = parsed(body.toString('utf8'));
  if (members === undefined) return { kind: 'not_json' };
  const pictures: Unpacked['pictures'] = [];
  const replaced = withoutPictures(members, (text) => {
    if (pictures.length < picturesMax) pictures.push(bytesOf(text));
    return String(pictures.length - 1);
  });
  if (JSON.stringify(replaced).length > membersLengthMax) return { kind: 'too_large' };
  return { kind: 'body', members: replaced, pictures };
}

function isOftenIn(body: Buffer, sign: number): boolean {
  let at = -1;
  for (let count = 0; count <= structureMax; count += 1) {
    at = body.indexOf(sign, at + 1);
    if (at === -1) return false;
  }
  return true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `imageBase64` and `images[].imageBase64`, where they are texts; whatever else is there is left as it is. */
function withoutPictures(members: unknown, take: (text: string) => string): unknown {
  if (!isObject(members)) return members;
  const { imageBase64, images } = members;
  return {
    ...members,
    ...(typeof imageBase64 === 'string' && { imageBase64: take(imageBase64) }),
    ...(Array.isArray(images) && { images: images.map((image) => replaceIn(image, take)) }),
  };
}

function replaceIn(image: unknown, take: (text: string) => string): unknown {
  if (!isObject(image) || typeof image.imageBase64 !== 'string') return image;
  return { ...image, imageBase64: take(image.imageBase64) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Plain base64 or a data: URL; breaks of lines are taken, and the alphabet of URLs too. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  const comma = text.startsWith('data:') ? text.indexOf(',') : -1;
  if (text.startsWith('data:') && !/;base64$/i.test(text.slice(0, Math.min(comma, 256)))) return null;
  const base64 = text.slice(comma + 1).replace(/[\r\n\t]+/g, '');
  if (base64 === '' || !/^[\w+/-]+={0,2}$/.test(base64)) return null;
  // Into memory of its own, which can be handed to another thread.
  const bytes = new Uint8Array(Math.floor((base64.replace(/=+$/, '').length * 3) / 4));
  Buffer.from(bytes.buffer).write(base64, 'base64');
  return bytes;
}
