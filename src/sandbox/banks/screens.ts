/** Parts that the screens of several banks share. */
import type { PaymentStatus, ReceiptVariant } from './types.js';

const unsettledTitles = { pending: 'Payment pending', reversed: 'Payment reversed' };

/** The title of a screen: what has happened. The words for payments that are not settled are the sandbox's own. */
export function titleOf(status: PaymentStatus, settled: string): string {
  return status === 'settled' ? settled : unsettledTitles[status];
}

/** For a bank that prints no status: a payment that is not settled looks like a settled one. */
export function asSettled(variant: ReceiptVariant): ReceiptVariant {
  return { ...variant, status: 'settled' };
}

/** The name by which messages address a person. */
export function firstName(name: string): string {
  return name.split(' ')[0] ?? name;
}

interface PlainMessage {
  sender: string;
  payer: string;
  receiver: string;
  /** With its currency. */
  amount: string;
  date: string;
  link: string;
}

/** A message of the sandbox's own making, for banks whose messages are unknown (docs/providers/README.md#sms). */
export function plainMessage({ sender, payer, receiver, amount, date, link }: PlainMessage): {
  sender: string;
  text: string;
} {
  const text = `Dear ${firstName(payer)}, you have transferred ${amount} to ${receiver} on ${date}. Receipt: ${link}`;
  return { sender, text };
}
