/** Screenshots that customers of simulated banks would have (docs/api.md#sandbox). */
import type { LinkTemplate } from '../../config/parsers.js';
import { allBanks } from '../banks/registry.js';
import type { Screen, SimulatedBank } from '../banks/types.js';
import { variantOf } from '../outcomes.js';
import type { Screenshots } from '../types.js';
import { createRenderPool } from './render-pool.js';

/** @param siinqeeLinks link templates of Siinqee; without any, this bank is absent */
export function createScreenshots(siinqeeLinks: readonly LinkTemplate[] = []): Screenshots {
  const banks = allBanks(siinqeeLinks);
  const renderPool = createRenderPool();
  return {
    async draw(provider, reference, style, size = 'whole', caller) {
      const screen = screenOf(banks, provider, reference);
      const shows = style === 'sms' ? 'message' : 'receipt';
      const isPhoto = style === 'photo';
      const seed = `${provider} ${reference}`;
      return screen && (await renderPool.draw({ screen, shows, isPhoto, size, provider, seed }, caller));
    },
    close: () => renderPool.close(),
  };
}

/** What the customer's phone shows of one receipt; null when no receipt of this bank can have the reference. */
export function screenOf(
  banks: readonly SimulatedBank[],
  provider: string,
  reference: string,
): Screen | null {
  const bank = banks.find((one) => one.provider === provider && one.exists(reference));
  return bank ? bank.screen(reference, variantOf(bank, reference)) : null;
}
