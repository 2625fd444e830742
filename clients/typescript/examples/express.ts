/** A shop with Express: its customers send a receipt for an order, and webhooks tell the end of what took longer. */
import {
  type Deresegn,
  DeresegnError,
  type Pending,
  type Result,
  resultOf,
  WebhookError,
  webhooks,
} from '@deresegn/client';
import express, { type Express, type Response } from 'express';

export interface Order {
  id: string;
  amount: string;
  paid: boolean;
  /** Of the verification that runs. */
  requestId?: string;
}

interface Shop {
  deresegn: Deresegn;
  /** In a database, in a real shop. */
  orders: Map<string, Order>;
  webhookSecret: string;
}

export function createShop({ deresegn, orders, webhookSecret }: Shop): Express {
  const app = express();

  app.post('/orders/:id/receipt', express.json(), async (request, response) => {
    const order = orders.get(request.params.id ?? '');
    const { text } = (request.body ?? {}) as { text?: unknown };
    if (!order) return void response.status(404).json({ error: 'No such order' });
    if (typeof text !== 'string')
      return void response.status(400).json({ error: 'Send the text of the receipt' });
    const expect = { amount: order.amount, receiver: 'saved' } as const;
    try {
      const result = await deresegn.begin({ text, expect }, { waitMs: 5_000, idempotencyKey: order.id });
      answer(response, order, result);
    } catch (error) {
      if (!(error instanceof DeresegnError)) throw error;
      response.status(503).json({ status: 'try again later' });
    }
  });

  // The body as it came: what is parsed has no signature.
  app.post('/hooks/deresegn', express.raw({ type: '*/*' }), (request, response) => {
    try {
      const event = webhooks.verify(request.headers, request.body ?? '', webhookSecret);
      if (event.type === 'verification.completed') {
        const order = [...orders.values()].find(({ requestId }) => requestId === event.data.requestId);
        if (order) settle(order, resultOf(event.data));
      }
      response.status(204).end();
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      response.status(400).end();
    }
  });

  return app;
}

function answer(response: Response, order: Order, result: Result | Pending): void {
  settle(order, result);
  if (order.paid) return void response.json({ status: 'paid' });
  if (result.verdict === 'pending') {
    order.requestId = result.requestId;
    return void response.status(202).json({ status: 'the bank is asked' });
  }
  const why = result.verdict === 'verified' ? result.problems : [result.reason];
  if (result.verdict === 'could_not_check' && result.retry !== 'never') {
    return void response.status(503).json({ status: 'try again later', why });
  }
  response.status(422).json({ status: 'not accepted', why });
}

/** The only place where an order becomes paid. */
function settle(order: Order, result: Result | Pending): void {
  if (result.verdict === 'verified' && result.accepted) order.paid = true;
}
