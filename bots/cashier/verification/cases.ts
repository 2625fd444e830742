/** Suspicious cases of a receipt: counted in the ledger, and sent to owners as alerts if they want them. */
import type { CaseKind, Engine, Membership, MessageRef } from '../../../src/engine/index.js';
import type { Alerts } from '../alerts.js';

export interface CaseDeps {
  engine: Engine;
  alerts: Pick<Alerts, 'raise'>;
}

/** Records a case; safe to repeat. @param row ledger entry @throws Failure `unavailable` */
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
  // An approval counts once, even if several owners approve.
  const told = kind === 'anyway' ? 1 : times;
  await alerts.raise({ shop: shop.id, kind, about: row, by: member.id, date, times: told, link });
}
