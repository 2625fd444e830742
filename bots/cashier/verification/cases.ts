/** What owners want to know of a receipt: counted in the shop's book, and told to them where they want it. */
import type { CaseKind, Engine, Membership, MessageRef } from '../../../src/engine/index.js';
import type { Alerts } from '../alerts.js';

export interface CaseDeps {
  engine: Engine;
  alerts: Pick<Alerts, 'raise'>;
}

/** Safe to repeat; written down when this resolves. @param row line of the book @throws Failure `unavailable` */
export async function noteCase(
  { engine, alerts }: CaseDeps,
  { shop, member }: Membership,
  kind: Exclude<CaseKind, 'denied'>,
  row: string,
  message: MessageRef,
): Promise<void> {
  const noted = { shop: shop.id, kind, of: { row }, member: member.id, message };
  const { date, times } = await engine.shops.noteCase(noted);
  if (!shop.settings.alerts) return;
  const { link } = message;
  // An approval is one, whoever else approves it too.
  const told = kind === 'anyway' ? 1 : times;
  await alerts.raise({ shop: shop.id, kind, about: row, by: member.id, date, times: told, link });
}
