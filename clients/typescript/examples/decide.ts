import { Deresegn } from '@deresegn/client';

const deresegn = new Deresegn();

export async function decide(order: { id: string; amount: string; account: string }, reference: string) {
  const expect = { amount: order.amount, account: order.account, bank: 'telebirr' } as const;
  const result = await deresegn.verifyUntilResolved({ reference, expect }, { idempotencyKey: order.id });
  if (result.verdict === 'could_not_check') return `try again later: ${result.reason}`;
  if (result.verdict === 'not_verified') return `refused: ${result.reason}`;
  return result.accepted ? 'paid' : `refused: ${result.problems.join(', ')}`;
}
