/**
 * Pictures with each kind of damage that a code suffers between the bank's app and the service: the product's own screens with a code
 * on them, and operations of sharp. Everything follows from the seed.
 */
import encodeQr from 'qr';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { seededInt } from '../../src/sandbox/fake-data.js';
import { photographed } from '../../src/sandbox/screenshots/photo-effect.js';
import { height, width } from '../../src/sandbox/screenshots/types.js';

interface Scene {
  /** A screen without a code, PNG. */
  screen: Uint8Array;
  payload: string;
  seed: string;
}

interface TileStyle {
  /** Pixels per module; default: about 480 pixels in all. */
  module?: number;
  border?: number;
  dark?: string;
  light?: string;
  isRound?: boolean;
  hasLogo?: boolean;
}

interface Placed {
  picture: Sharp;
  left: number;
  top: number;
  side: number;
  module: number;
}

type Kind = (scene: Scene, chance: (purpose: string, from: number, to: number) => number) => Promise<Sharp>;

const foot = 240;

/** Each kind makes one picture with the damage that it is named after. */
export const kinds: Readonly<Record<string, Kind>> = {
  clean: async (scene) => (await placed(scene)).picture,
  small: async (scene, chance) =>
    (await placed(scene, { module: Math.round(chance('module', 1.6, 3.4)) })).picture,
  logo: async (scene) => (await placed(scene, { hasLogo: true })).picture,
  rounded: async (scene) => (await placed(scene, { isRound: true })).picture,
  inverted: async (scene) => (await placed(scene, { dark: '#f2f4f8', light: '#101622' })).picture,
  async pale(scene, chance) {
    const grey = Math.round(chance('ink', 150, 205)).toString(16);
    return (await placed(scene, { dark: `#${grey}${grey}${grey}`, light: '#f4f4f2' })).picture;
  },
  async noquiet(scene, chance) {
    const grounds = ['#12202f', '#1f6f4a', '#8899aa', '#ffffff'];
    const ground = grounds[Math.floor(chance('ground', 0, grounds.length))] ?? '#ffffff';
    const { picture, left, top, side } = await placed(scene, { border: 0 });
    const [x, y, around] = [left - 90, top - 90, side + 180];
    const hole = `M${x} ${y}h${around}v${around}h-${around}zM${left} ${top}v${side}h${side}v-${side}z`;
    return await over(picture, `<path d="${hole}" fill="${ground}" fill-rule="evenodd"/>`);
  },
  async two(scene) {
    const { picture } = await placed(scene);
    const advert = await tile('https://play.google.com/store/apps/details?id=com.example.bank', {
      module: 5,
    });
    return await composed(picture, [{ input: advert.png, left: 60, top: 200 }]);
  },
  async barcode(scene, chance) {
    const { picture, left, top, side } = await placed(scene);
    const bars = Array.from({ length: 90 }, (_, bar) => (chance(`bar ${bar}`, 0, 2) < 1 ? '' : bar));
    const drawn = bars
      .map((bar) =>
        bar === '' ? '' : `<rect x="${left + bar * 5}" y="${top - 140}" width="5" height="110"/>`,
      )
      .join('');
    return await over(
      picture,
      `<rect x="${left - 20}" y="${top - 150}" width="${side + 40}" height="130" fill="#fff"/>${drawn}`,
    );
  },
  jpeg: async (scene, chance) => await saved((await placed(scene)).picture, chance('quality', 15, 35)),
  m1280: async (scene) => await saved((await placed(scene)).picture.resize({ height: 1280 }), 70),
  m720: async (scene) => await saved((await placed(scene)).picture.resize({ height: 960 }), 60),
  async shot2(scene, chance) {
    const inner = await (await placed(scene)).picture
      .resize({ width: Math.round(width * chance('zoom', 0.6, 0.9)) })
      .jpeg({ quality: 75 })
      .toBuffer();
    return sharp({ create: { width, height, channels: 3, background: '#000' } })
      .composite([{ input: inner }])
      .png();
  },
  async crop(scene, chance) {
    const { picture, left, top, side } = await placed(scene, { border: 4 });
    // Without the quiet zone; the border of four modules on each side is part of the tile.
    const { length: modules } = encodeQr(scene.payload, 'raw', { border: 4 });
    const quiet = (4 * side) / modules;
    const code = side - 2 * quiet;
    const cut = Math.round(code * chance('cut', 0, 0.08));
    const edge = Math.floor(chance('edge', 0, 4));
    const x = Math.round(left + quiet) + (edge === 0 ? cut : -120);
    const y = Math.round(top + quiet) + (edge === 1 ? cut : -120);
    const right = Math.round(left + quiet + code) + (edge === 2 ? -cut : 120);
    const bottom = Math.round(top + quiet + code) + (edge === 3 ? -cut : 120);
    return sharp(await picture.toBuffer()).extract({ left: x, top: y, width: right - x, height: bottom - y });
  },
  async long(scene) {
    const { picture } = await placed(scene);
    return sharp(await picture.toBuffer()).extend({ top: 3600, background: '#eef1f4' });
  },
  thumb: async (scene, chance) =>
    await saved((await placed(scene)).picture.resize({ width: Math.round(chance('width', 250, 400)) }), 75),
  async rotate(scene, chance) {
    const { picture } = await placed(scene);
    const angle = chance('angle', -40, 40) + 90 * Math.floor(chance('quarter', 0, 4));
    return await saved(sharp(await picture.toBuffer()).rotate(angle, { background: '#6b5b4b' }), 80);
  },
  async perspective(scene, chance) {
    const { picture } = await placed(scene);
    const skew = (purpose: string) => chance(purpose, -0.25, 0.25);
    const matrix = [chance('x', 0.6, 0.9), skew('a'), skew('b'), chance('y', 0.6, 0.9)] as const;
    return await saved(sharp(await picture.toBuffer()).affine([...matrix], { background: '#6b5b4b' }), 75);
  },
  async blur(scene, chance) {
    const { picture, module } = await placed(scene, { module: 5 });
    return await saved(sharp(await picture.toBuffer()).blur(module * chance('blur', 0.25, 0.75)), 75);
  },
  async motion(scene, chance) {
    const { picture, module } = await placed(scene, { module: 6 });
    const length = 2 * Math.round((module * chance('length', 0.6, 1.9)) / 2) + 1;
    const kernel = Array.from({ length: length * length }, (_, at) =>
      Math.floor(at / length) === (length - 1) / 2 ? 1 : 0,
    );
    const moved = sharp(await picture.removeAlpha().toBuffer()).convolve({
      width: length,
      height: length,
      kernel,
    });
    return await saved(moved, 75);
  },
  noise: async (scene, chance) =>
    await saved(
      await grained((await placed(scene, { module: 5 })).picture, chance('grain', 20, 70), scene.seed),
      70,
    ),
  async glare(scene, chance) {
    const { picture, left, top, side } = await placed(scene);
    const [x, y] = [left + side * chance('x', -0.1, 1.1), top + side * chance('y', -0.1, 1.1)];
    const spot = `<defs><radialGradient id="g"><stop offset="0" stop-color="#fff" stop-opacity="${chance('light', 0.7, 1)}"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
      <circle cx="${x}" cy="${y}" r="${side * chance('reach', 0.3, 0.8)}" fill="url(#g)"/>`;
    return await saved(sharp(await (await over(picture, spot)).toBuffer()).blur(1.2), 75);
  },
  async moire(scene, chance) {
    const { picture } = await placed(scene, { module: 6 });
    const step = chance('step', 2.2, 4.5);
    const grid = `<defs><pattern id="m" width="${step}" height="${step}" patternUnits="userSpaceOnUse"
      patternTransform="rotate(${chance('turn', 3, 30)})"><rect width="${step / 2}" height="${step}" fill="#000"/></pattern></defs>
      <rect width="100%" height="100%" fill="url(#m)" opacity="${chance('depth', 0.25, 0.55)}"/>`;
    return await saved(sharp(await (await over(picture, grid)).toBuffer()).resize({ width: 900 }), 70);
  },
  async lowlight(scene, chance) {
    const { picture } = await placed(scene, { module: 6 });
    const dim = picture.linear(chance('light', 0.08, 0.3), 6).blur(1);
    return await saved(await grained(sharp(await dim.toBuffer()), chance('grain', 4, 12), scene.seed), 70);
  },
  async folds(scene, chance) {
    const { picture, left, top, side } = await placed(scene);
    const fold = (nth: number) => {
      const at = chance(`at ${nth}`, 0.05, 0.95) * side;
      const [x, y, wide, tall] =
        nth % 2 ? [left - 60, top + at, side + 120, 26] : [left + at, top - 60, 26, side + 120];
      return `<rect x="${x}" y="${y}" width="${wide}" height="${tall}" fill="#3a3228" opacity="${chance(`dark ${nth}`, 0.15, 0.5)}"/>
        <rect x="${x + 10}" y="${y + 10}" width="${wide}" height="${tall / 3}" fill="#fff" opacity="0.5"/>`;
    };
    return await saved(
      sharp(await (await over(picture, [0, 1, 2].map(fold).join(''))).toBuffer()).blur(1.5),
      75,
    );
  },
  async marks(scene, chance) {
    const { picture, left, top, side, module } = await placed(scene);
    const inks = ['#1a3faa', '#2b2b90', '#c8102e', '#e6c700'];
    const ink = inks[Math.floor(chance('ink', 0, inks.length))];
    const point = (name: string) =>
      `${left + side * chance(`${name} x`, 0, 1)} ${top + side * chance(`${name} y`, 0, 1)}`;
    const stroke = (nth: number) => `M${point(`a${nth}`)}Q${point(`b${nth}`)} ${point(`c${nth}`)}`;
    const thick = module * chance('thick', 0.6, 1.8);
    const pen = `<path d="${stroke(0)}${stroke(1)}" fill="none" stroke="${ink}" stroke-width="${thick}" opacity="0.9"/>`;
    return await saved(sharp(await (await over(picture, pen)).toBuffer()).blur(0.8), 80);
  },
  async photo(scene) {
    const { picture } = await placed(scene);
    return sharp(await photographed(await picture.removeAlpha().raw().toBuffer(), scene.seed));
  },
};

/** Draws one. @returns PNG, or JPEG if the damage is that of lossy compression */
export async function damaged(kind: string, scene: Scene): Promise<Uint8Array> {
  const chance = (purpose: string, from: number, to: number) =>
    from + ((to - from) * seededInt(scene.seed, `${kind} ${purpose}`, 1e6)) / 1e6;
  const make = kinds[kind];
  if (!make) throw new Error(`no such kind: ${kind}`);
  return await (await make(scene, chance)).toBuffer();
}

/** The code on its tile, near the foot of the screen. */
async function placed({ screen, payload }: Scene, style: TileStyle = {}): Promise<Placed> {
  const { png, side, module } = await tile(payload, style);
  const left = Math.round((width - side) / 2);
  const top = height - foot - side;
  return { picture: await composed(sharp(screen), [{ input: png, left, top }]), left, top, side, module };
}

async function tile(
  payload: string,
  style: TileStyle,
): Promise<{ png: Buffer; side: number; module: number }> {
  const { border = 4, dark = '#000', light = '#fff', isRound = false, hasLogo = false } = style;
  const bordered = encodeQr(payload, 'raw', { border: border + 1, ...(hasLogo && { ecc: 'high' }) });
  const rows = bordered.slice(1, -1).map((row) => row.slice(1, -1));
  const { module = Math.max(3, Math.floor(480 / rows.length)) } = style;
  const side = rows.length * module;
  const isFinder = (x: number, y: number) => {
    const [u, v, last] = [x - border, y - border, rows.length - 2 * border - 7];
    return (u < 7 && v < 7) || (u >= last && v < 7) || (u < 7 && v >= last);
  };
  const shape = (x: number, y: number) =>
    isRound && !isFinder(x, y)
      ? `<circle cx="${(x + 0.5) * module}" cy="${(y + 0.5) * module}" r="${module * 0.44}"/>`
      : `<rect x="${x * module}" y="${y * module}" width="${module}" height="${module}"/>`;
  const modules = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [shape(x, y)] : [])));
  const middle = side / 2;
  const logo = `<circle cx="${middle}" cy="${middle}" r="${side * 0.1}" fill="#fff"/><circle cx="${middle}" cy="${middle}" r="${side * 0.08}" fill="#7a1fa2"/>`;
  const crisp = isRound ? '' : 'shape-rendering="crispEdges"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="${light}"/>
    <g fill="${dark}" ${crisp}>${modules.join('')}</g>${hasLogo ? logo : ''}</svg>`;
  return { png: await sharp(Buffer.from(svg), { unlimited: true }).png().toBuffer(), side, module };
}

async function composed(picture: Sharp, parts: OverlayOptions[]): Promise<Sharp> {
  return sharp(await picture.composite(parts).removeAlpha().png({ compressionLevel: 1 }).toBuffer());
}

async function over(picture: Sharp, svg: string): Promise<Sharp> {
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`;
  return await composed(picture, [{ input: Buffer.from(sheet) }]);
}

async function saved(picture: Sharp, quality: number): Promise<Sharp> {
  return sharp(
    await picture
      .removeAlpha()
      .jpeg({ quality: Math.round(quality) })
      .toBuffer(),
  ).jpeg({ quality: 95 });
}

/** Sensor noise: the same for all colours of a pixel. */
async function grained(picture: Sharp, sigma: number, seed: string): Promise<Sharp> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let state = seededInt(seed, 'grain', 2 ** 32) | 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) / 2 ** 24 - 0.5;
  };
  for (let at = 0; at < data.length; at += info.channels) {
    const speck = (next() + next() + next()) * 2 * sigma;
    for (let channel = 0; channel < info.channels; channel += 1) {
      data[at + channel] = Math.max(0, Math.min(255, (data[at + channel] ?? 0) + speck));
    }
  }
  return sharp(data, { raw: info });
}
