/** One drawing as SVG: the phone, and in it the bank's app, its page, or its message. Pure. */
import { card } from './layouts/card.js';
import { message } from './layouts/message.js';
import { slip } from './layouts/slip.js';
import { table } from './layouts/table.js';
import { addressBar, homeBar, statusBar } from './phone.js';
import { SvgCanvas } from './svg-canvas.js';
import { themeOf } from './themes.js';
import type { Drawing } from './types.js';

const layouts = { card, slip, table };
const messageInk = '#1c1e21';

/** Shapes and outlines only, so that no name can become markup. */
export function compose({ screen, shows, provider, seed }: Omit<Drawing, 'isPhoto' | 'size'>): string {
  const theme = themeOf(provider);
  const isMessage = shows === 'message';
  const ink = isMessage ? messageInk : theme.ink;
  const canvas = new SvgCanvas(isMessage ? '#ffffff' : theme.ground);
  const top = statusBar(canvas, seed, ink);
  if (isMessage) message(canvas, screen, seed, top);
  else {
    const under = screen.address === null ? top : addressBar(canvas, screen.address, top);
    layouts[theme.layout](canvas, screen, theme, under);
  }
  homeBar(canvas, ink);
  return canvas.svg();
}
