/** Input of a drawing. Plain data, because it is sent to the worker thread. */
import type { Screen } from '../banks/types.js';
import type { ScreenshotSize } from '../types.js';

export interface Drawing {
  screen: Screen;
  /** The app's or page's receipt, or the bank's message. */
  shows: 'receipt' | 'message';
  /** A photograph of the phone instead of its own screenshot. */
  isPhoto: boolean;
  /** Default: `whole`. */
  size?: ScreenshotSize;
  /** The bank whose colours and layout are used. */
  provider: string;
  /** Seed of everything random: the clock of the phone, the movement of the camera. The same seed gives the same bytes. */
  seed: string;
}

/** Colours are CSS hexadecimal. */
export interface Theme {
  /** The bank's name in the app's heading. */
  name: string;
  layout: 'card' | 'slip' | 'table';
  /** Header, signs, the amount's box. */
  primary: string;
  /** Text on the primary colour. */
  onPrimary: string;
  ground: string;
  paper: string;
  ink: string;
  muted: string;
  line: string;
}

/** Size of every screenshot, in pixels. */
export const width = 1080;
export const height = 2400;
