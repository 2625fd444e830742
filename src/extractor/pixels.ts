/** Works on decoded pixels. Pure. */

export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

const opaque = 255;

/**
 * The picture on a plain ground: white, or black when nearly all its colours are light. Overwrites `data`.
 */
export function withoutAlpha({ data, width, height, channels }: Pixels): Pixels {
  if (channels === 1 || channels === 3) return { data, width, height, channels };
  const colours = channels === 4 ? 3 : 1;
  const ground = groundOf(data, channels);
  let out = 0;
  for (let at = 0; at < data.length; at += channels) {
    const alpha = data[at + colours] ?? opaque;
    for (let colour = at; colour < at + colours; colour += 1) {
      const value = data[colour] ?? 0;
      data[out] = alpha === opaque ? value : Math.round((value * alpha + ground * (opaque - alpha)) / opaque);
      out += 1;
    }
  }
  return { data: data.subarray(0, out), width, height, channels: colours };
}

function groundOf(data: Uint8Array, channels: 2 | 4): 0 | 255 {
  const green = channels === 4 ? 1 : 0;
  let [light, dark] = [0, 0];
  for (let at = 0; at < data.length; at += channels) {
    if ((data[at + channels - 1] ?? 0) < 128) continue;
    if ((data[at + green] ?? 0) < 128) dark += 1;
    else light += 1;
  }
  return light > 20 * dark ? 0 : 255;
}

/** Luma (BT.601), one byte per pixel. */
export function brightness({ data, width, height, channels }: Pixels) {
  if (channels !== 3) return { data, width, height };
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 3) {
    grey[at] = (77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0)) >> 8;
  }
  return { data: grey, width, height };
}
