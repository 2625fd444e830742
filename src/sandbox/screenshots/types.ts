/** What is drawn, and how. Plain data: it crosses into the worker thread. */
import type { Screen } from '../banks/types.js';
import type { ScreenshotSize } from '../types.js';

export interface Drawing {
  screen: Screen;
  /** The app's or page's receipt, or the bank's message. */
  shows: 'receipt' | 'message';
  /** A photograph of the phone in place of its own screenshot. */
  isPhoto: boolean;
  /** Default: `whole`. */
  size?: ScreenshotSize;
  /** Whose colours and layout. */
  provider: string;
  /** What chance follows: the clock of the phone, the camera's hand. The same seed gives the same bytes. */
  seed: string;
}

/** Colours are CSS hexadecimal. */
export interface Theme {
  /** The bank's name as the app's heading has it. */
  name: string;
  layout: 'card' | 'slip' | 'table';
  /** Header, signs, the amount's box. */
  primary: string;
  /** On the primary colour. */
  onPrimary: string;
  ground: string;
  paper: string;
  ink: string;
  muted: string;
  line: string;
}

/** Of every screenshot, in pixels. */
export const width = 1080;
export const height = 2400;
