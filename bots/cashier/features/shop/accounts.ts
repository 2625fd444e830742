/** /accounts: the shop's receiving accounts. A payment to any other account does not count as paid to the shop. */
import { Composer } from 'grammy';
import type { ReceivingAccount } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import type { CashierContext } from '../../identify.js';
import {
  accountLabel,
  cancelRow,
  renderAccountBanks,
  renderAccountRemovalAsk,
  renderAccounts,
  renderHolderAsk,
  renderText,
} from '../../render/index.js';
import { ask, closePrompt, onAnswer, pendingPrompt } from '../prompt-answers.js';
import {
  editOrReply,
  memberInPrivate,
  onPress,
  ownerAt,
  ownerOf,
  reply,
  replyAbout,
  replyText,
} from '../reply.js';

/** Banks offered first; the others follow in the engine's order. */
const likeliest = ['telebirr', 'cbe', 'boa', 'dashen', 'awash'];

/** Banks whose account number is a phone number. */
const phoneWallets: ReadonlySet<string> = new Set(['telebirr', 'mpesa', 'cbebirr', 'coopay', 'kaafi']);

export function createAccounts(deps: FeatureDeps): Composer<CashierContext> {
  const { engine, setting } = deps;
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.command('accounts', async (ctx) => {
    const membership = await memberInPrivate(ctx);
    if (membership === null) return;
    const mayChange = membership.member.role === 'owner';
    const accounts = await shops.accounts(membership.shop.id);
    await replyAbout(ctx, membership, renderAccounts(ctx.sender.words, accounts, setting(), { mayChange }));
  });

  onPress(composer, 'addAccount', async (ctx) => {
    if ((await ownerOf(ctx)) !== null)
      await reply(ctx, renderAccountBanks(ctx.sender.words, banks(), setting()));
  });

  onPress(composer, 'addAccountAt', async (ctx, { provider }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const { words } = ctx.sender;
    const bank = setting().banks.get(provider);
    if (bank === undefined) return await replyText(ctx, 'error-invalid-provider');
    await ask(deps, ctx, { what: 'accountNumber', about: { shop: membership.shop.id, provider } });
    const key = phoneWallets.has(provider) ? 'account-ask-phone' : 'account-ask-number';
    await editOrReply(ctx, renderText(words, key, { bank }, [cancelRow(words)]));
  });

  // Save the number before asking for the holder, so that it is not lost if the person stops here.
  onAnswer(composer, 'accountNumber', async (ctx, { shop, provider = '' }, number) => {
    const membership = await ownerAt(ctx, shop);
    if (membership === null) return await closePrompt(deps, ctx);
    const account = { provider, number };
    const holder = await holderOf(membership.shop.id, account);
    await shops.saveAccount(membership.shop.id, { ...account, holder });
    await ask(deps, ctx, { what: 'accountHolder', about: { shop: membership.shop.id, ...account } });
    await reply(ctx, renderHolderAsk(ctx.sender.words));
  });

  onPress(composer, 'skipHolder', async (ctx) => {
    const asked = await pendingPrompt(deps, ctx);
    const { words } = ctx.sender;
    if (asked?.what !== 'accountHolder') return await editOrReply(ctx, renderText(words, 'button-old'));
    await closePrompt(deps, ctx);
    const { shop, provider = '', number = '' } = asked.about;
    const membership = await ownerAt(ctx, shop);
    if (membership === null) return;
    const saved = (await shops.accounts(membership.shop.id)).find(matchesNumber(provider, number));
    const account = saved === undefined ? '' : accountLabel(saved, setting());
    await editOrReply(ctx, renderText(words, saved ? 'account-saved' : 'error-unknown', { account }));
  });

  onAnswer(composer, 'accountHolder', async (ctx, { shop, provider = '', number = '' }, holder) => {
    const membership = await ownerAt(ctx, shop);
    if (membership === null) return await closePrompt(deps, ctx);
    const saved = await shops.saveAccount(membership.shop.id, { provider, number, holder });
    await closePrompt(deps, ctx);
    await replyText(ctx, 'account-saved', { account: accountLabel(saved, setting()) });
  });

  onPress(composer, 'removeAccount', async (ctx, { account }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const saved = (await shops.accounts(membership.shop.id)).find(({ id }) => id === account);
    if (saved === undefined) return await replyText(ctx, 'error-unknown');
    await reply(ctx, renderAccountRemovalAsk(ctx.sender.words, saved, setting()));
  });

  onPress(composer, 'confirmAccountRemoval', async (ctx, { account }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const { words } = ctx.sender;
    const removed = await shops.removeAccount(membership.shop.id, account);
    await editOrReply(ctx, renderText(words, removed ? 'account-removed' : 'error-unknown'));
    const remaining = await shops.accounts(membership.shop.id);
    await reply(ctx, renderAccounts(words, remaining, setting(), { mayChange: true }));
  });
  return composer;

  function banks(): string[] {
    // Receipts of banks that are only recognised are never fetched, so an account there could never match.
    const supported = engine.providers().filter(({ support }) => support === 'supported');
    const keys = supported.map(({ key }) => key);
    return [...new Set([...likeliest.filter((key) => keys.includes(key)), ...keys])];
  }

  /** Holder of the account if it is saved already: an account typed again keeps its holder. */
  async function holderOf(
    shop: string,
    { provider, number }: { provider: string; number: string },
  ): Promise<string | null> {
    const digits = number.replace(/\D/g, '');
    const accounts = (await shops.accounts(shop)).filter((account) => account.provider === provider);
    // Both come in the same order.
    const numbers = await shops.numbers(shop, provider);
    const index = numbers.findIndex((saved) => saved.replace(/\D/g, '') === digits);
    return accounts.length === numbers.length ? (accounts[index]?.holder ?? null) : null;
  }
}

/** Compares by the last four digits: the engine reveals no more of a saved account. */
function matchesNumber(provider: string, number: string) {
  return ({ provider: at, lastFour }: ReceivingAccount) =>
    at === provider && number.replace(/\D/g, '').endsWith(lastFour);
}
