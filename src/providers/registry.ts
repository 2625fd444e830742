/** Every bank there is an adapter for. */
import { boa } from './boa.js';
import { cbe } from './cbe.js';
import { telebirr } from './telebirr.js';
import type { Provider } from './types.js';

export interface ProviderOptions {
  /** Configuration CBE_APP_ID and CBE_APP_VERSION. */
  cbeAppId: string;
  cbeAppVersion: string;
}

/** The providers, in the order in which candidates of an ambiguous reference are named. */
export function createProviders(options: ProviderOptions): readonly Provider[] {
  return [telebirr(), cbe({ appId: options.cbeAppId, appVersion: options.cbeAppVersion }), boa()];
}
