/** Suspicious cases of a receipt: counted in the ledger, and sent to owners as alerts if they want them. */
import type {
  CaseKind,
  Engine,
  Failure,
  Membership,
  MessageRef,
  SubmissionResult,
} from '../../../src/engine/index.js';
import type { Alerts } from '../alerts.js';
import type { Job } from '../jobs/job.js';
import { isReversed } from '../render/index.js';
import { answerRef } from './message-receipts.js';

export interface CaseDeps {
  engine: Engine;
  alerts: Pick<Alerts, 'raise'>;
}

/** Records a case; safe to repeat. @param row ledger entry @throws Failure `unavailable` */
export async function recordCase(
  { engine, alerts }: CaseDeps,
  { shop, member }: Membership,
  kind: Exclude<CaseKind, 'denied'>,
  row: string,
  message: MessageRef,
): Promise<void> {
  const subject = { shop: shop.id, kind, of: { row }, member: member.id, message };
  const { date, times } = await engine.shops.noteCase(subject);
  if (!shop.settings.alerts) return;
  const { link } = message;
  // An approval counts once, even if several owners approve.
  const shownTimes = kind === 'anyway' ? 1 : times;
  await alerts.raise({ shop: shop.id, kind, about: row, by: member.id, date, times: shownTimes, link });
}

/** Records new cases only, so that a rerun does not count twice. */
export async function recordCases(
  deps: CaseDeps,
  job: Job,
  membership: Membership,
  { id, answer, remarks }: SubmissionResult,
): Promise<Job['cases']> {
  const isAgain = remarks.some(({ kind }) => kind === 'already_accepted');
  const kind = isAgain ? 'twice' : answer === 'refuse' ? 'foreign' : null;
  if (kind === null || job.cases?.includes(kind)) return job.cases;
  await recordCase(deps, membership, kind, id, answerRef(job));
  return [...(job.cases ?? []), kind];
}

/** Records that the bank denies a receipt: alerts the owners if it was accepted, otherwise only counts it. */
export async function recordDenial(
  deps: CaseDeps,
  job: Job,
  membership: Membership,
  { failure, details }: Failure,
): Promise<Job['cases']> {
  const { providerKey: provider, reference } = details;
  const kind = isReversed({ failure, details }) ? 'reversed' : 'denied';
  if (provider === undefined || reference === undefined || job.cases?.includes(kind)) return job.cases;
  const { shops } = deps.engine;
  const shop = membership.shop.id;
  const accepted = kind === 'reversed' ? await shops.accepted(shop, provider, reference) : null;
  if (accepted) await recordCase(deps, membership, 'reversed', accepted.id, answerRef(job));
  else {
    const of = { provider, reference };
    await shops.noteCase({ shop, kind: 'denied', of, member: membership.member.id, message: answerRef(job) });
  }
  return [...(job.cases ?? []), accepted ? 'reversed' : 'denied'];
}
