/** `app/api/orders/[id]/receipt/route.ts` of a shop with Next.js: a customer sends the receipt of an order. */
import { Deresegn, DeresegnError } from '@deresegn/client';

/** A database, in a real shop. */
const orders: Record<string, { amount: string; account: string }> = {
  17: { amount: '500.00', account: '251911223344' },
};

interface Context {
  params: Promise<{ id: string }>;
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { id } = await params;
  const order = orders[id];
  if (!order) return Response.json({ error: 'No such order' }, { status: 404 });
  const { text } = ((await request.json().catch(() => null)) ?? {}) as { text?: unknown };
  if (typeof text !== 'string')
    return Response.json({ error: 'Send the text of the receipt' }, { status: 400 });
  const expect = { ...order, bank: 'telebirr' } as const;
  try {
    const options = { idempotencyKey: `order-${id}`, signal: request.signal, timeoutMs: 25_000 };
    const result = await new Deresegn().verifyUntilResolved({ text, expect }, options);
    if (result.verdict === 'verified' && result.accepted) return Response.json({ status: 'paid' });
    const why = result.verdict === 'verified' ? result.problems : [result.reason];
    if (result.verdict === 'could_not_check' && result.retry !== 'never') {
      return Response.json({ status: 'try again later', why }, { status: 503 });
    }
    return Response.json({ status: 'not accepted', why }, { status: 422 });
  } catch (error) {
    if (!(error instanceof DeresegnError)) throw error;
    return Response.json({ status: 'try again later' }, { status: 503 });
  }
}
