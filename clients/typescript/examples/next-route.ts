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
  const { reference } = (await request.json()) as { reference?: unknown };
  if (!order || typeof reference !== 'string')
    return Response.json({ error: 'No such order' }, { status: 404 });
  const expect = { ...order, bank: 'telebirr' } as const;
  try {
    const options = { idempotencyKey: `order-${id}`, signal: request.signal, timeoutMs: 25_000 };
    const result = await new Deresegn().verifyUntilResolved({ reference, expect }, options);
    if (result.verdict === 'could_not_check') return later(result.reason);
    if (result.verdict === 'verified' && result.accepted) return Response.json({ status: 'paid' });
    const why = result.verdict === 'verified' ? result.problems : [result.reason];
    return Response.json({ status: 'not accepted', why }, { status: 422 });
  } catch (error) {
    if (!(error instanceof DeresegnError)) throw error;
    return later(error.name);
  }
}

function later(why: string): Response {
  return Response.json({ status: 'try again later', why }, { status: 503 });
}
