/** Who stands at the counter of a test, and what they hold in their hands. */
import type { User } from 'grammy/types';
import type { Application } from '../../../src/app.js';
import type { Membership } from '../../../src/engine/index.js';
import { factsOf, seededInt } from '../../../src/sandbox/fake-data.js';
import { telebirr } from '../../engine/support.js';
import type { FakeBot, Scene, Shown } from '../../support/telegram/index.js';

export interface Shopkeeper {
  user: User;
  chat: Scene;
  membership: Membership;
}

export interface People {
  /** Somebody with a shop of their own, and English. */
  shopkeeper(name: string): Promise<Shopkeeper>;
  /** Somebody who works there. */
  cashier(name: string, shop: Membership): Promise<Shopkeeper>;
  /** A receipt as a phone shows it, with its QR code. */
  screenshot(provider: string, reference: string): Promise<Buffer>;
  /** Makes a simulated bank answer or fail. */
  bankIs(provider: string, state: 'up' | 'down' | 'slow' | 'blocked'): Promise<void>;
}

export function peopleOf({ engine, screenshots }: Application, bot: FakeBot): People {
  async function keeper(user: User, membership: Membership): Promise<Shopkeeper> {
    await engine.shops.setLanguage(`tg:${user.id}`, 'en');
    return { user, chat: bot.chat(user), membership };
  }

  return {
    async shopkeeper(name) {
      const user = bot.person(name);
      const request = { person: `tg:${user.id}`, name, shopName: `${name}'s shop`, language: 'en' } as const;
      return await keeper(user, await engine.shops.open(request));
    },
    async cashier(name, { shop, member }) {
      const user = bot.person(name);
      const { token: invitation } = await engine.shops.invite({ shop: shop.id, by: member.id });
      const joining = await engine.shops.accept(invitation, `tg:${user.id}`, name);
      if (joining.kind !== 'joined') throw new Error(`${name} did not join`);
      return await keeper(user, joining.membership);
    },
    async screenshot(provider, reference) {
      const png = await screenshots.draw(provider, reference, 'screen');
      if (png === null) throw new Error(`${provider} has no such receipt`);
      return Buffer.from(png);
    },
    bankIs: (provider, state) => engine.sandbox.set(provider, null, state),
  };
}

/** The account to which a simulated telebirr receipt was paid. */
export function paidTo(reference: string): { number: string; holder: string } {
  const { receiver } = factsOf(reference);
  return { number: receiver.phone.replace(/^251/, '0'), holder: receiver.name };
}

/** A receipt of money that went to a wallet; one in three goes on to a bank. */
export function walletReceipt(): string {
  for (;;) {
    const reference = telebirr();
    if (seededInt(reference, 'wallet to bank', 3) !== 0) return reference;
  }
}

/** Hands a receipt in on the page of a payment request, as a phone without scripts does. @param served where BASE_URL leads to here */
export async function payOnPage(link: string, served: string, text: string): Promise<string> {
  const url = new URL(new URL(link).pathname, served);
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const body = new FormData();
  body.append('csrf-token', /name="csrf-token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '');
  body.append('text', text);
  const answer = await fetch(url, { method: 'POST', body, headers: { accept: 'text/html', cookie } });
  return await answer.text();
}

/** Texts a message went through. */
export const wordings = ({ versions }: { versions: readonly { text: string }[] }): string[] =>
  versions.map(({ text }) => text);

/** The bot's answer to a message, once it bears one of the four signs. */
export function verdictOn(chat: Scene, sent: { id: number }): Promise<Shown> {
  return chat.message(({ replyTo, text }) => replyTo === sent.id && /^[✅⚠❌⏳]/u.test(text));
}

/** What the bot says to a message that is no receipt. */
export function hintOn(chat: Scene, sent: { id: number }): Promise<Shown> {
  return chat.message(({ replyTo }) => replyTo === sent.id);
}

/** The sign it begins with. */
export const signOf = ({ text }: Shown): string => [...text][0] ?? '';
