/**
 * Colours and layout by provider, so that the screenshots look like different apps. Names are plain text and no
 * logo is drawn: these are not real screens.
 */
import type { Theme } from './types.js';

const light = {
  onPrimary: '#ffffff',
  ground: '#f3f4f6',
  paper: '#ffffff',
  ink: '#1b1f24',
  muted: '#6b7280',
  line: '#e2e5ea',
};
const dark = {
  onPrimary: '#ffffff',
  ground: '#101418',
  paper: '#1b2127',
  ink: '#f1f4f7',
  muted: '#9aa4af',
  line: '#2c343c',
};

const themes: Readonly<Record<string, Theme>> = {
  telebirr: { ...light, name: 'telebirr', layout: 'card', primary: '#6aa628', ground: '#ffffff' },
  cbe: { ...light, name: 'Commercial Bank of Ethiopia', layout: 'slip', primary: '#7b2482' },
  cbebirr: { ...light, name: 'CBEBirr', layout: 'table', primary: '#5a1a6b', ground: '#f6effa' },
  boa: { ...light, name: 'Bank of Abyssinia', layout: 'card', primary: '#c98a00', ground: '#fffaf0' },
  dashen: { ...light, name: 'Dashen Bank', layout: 'slip', primary: '#0d2a7a', ground: '#e9edf8' },
  awash: { ...light, name: 'Awash Bank', layout: 'table', primary: '#ee7b1b', ground: '#ffffff' },
  coopay: { ...light, name: 'COOPay-Ebirr', layout: 'table', primary: '#009fe3' },
  kaafi: { ...dark, name: 'Kaafi Ebirr', layout: 'card', primary: '#0f8a5f' },
  abay: { ...light, name: 'Abay Bank', layout: 'table', primary: '#005b8f', ground: '#eef6fb' },
  zemen: { ...light, name: 'Zemen Bank', layout: 'slip', primary: '#b01e23', ground: '#faf5f5' },
  mpesa: { ...light, name: 'M-PESA', layout: 'card', primary: '#3aaa35', ground: '#f2faf2' },
  amhara: { ...dark, name: 'Amhara Bank', layout: 'slip', primary: '#2f6fed' },
  wegagen: { ...light, name: 'Wegagen Bank', layout: 'card', primary: '#f58220', ground: '#fdf6ef' },
  siinqee: { ...light, name: 'Siinqee Bank', layout: 'table', primary: '#8a1538', ground: '#fbf3f5' },
};

/** A bank that has no colours of its own is drawn in grey. */
export function themeOf(provider: string): Theme {
  return themes[provider] ?? { ...light, name: provider, layout: 'card', primary: '#4b5563' };
}
