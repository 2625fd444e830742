/** /accounts: where the shop receives its money. Whoever pays elsewhere has not paid the shop. */
import { Composer } from 'grammy';
import type { ReceivingAccount } from '../../../src/engine/index.js';
import type { CashierContext } from '../access.js';
import type { Kit } from '../kit.js';
import {
  accountLabel,
  button,
  renderAccountBanks,
  renderAccounts,
  renderText,
  type Words,
} from '../render/index.js';
import { change, inPrivate, memberOf, onPress, ownerAt, ownerOf, say, sayText } from './saying.js';
import { ask, over, typed } from './typed.js';

/** Where most shops are paid; the others follow as the engine lists them. */
const likeliest = ['telebirr', 'cbe', 'boa', 'dashen', 'awash'];

export function createAccounts(kit: Kit): Composer<CashierContext> {
  const { engine, setting } = kit;
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.command('accounts', async (ctx) => {
    if (!(await inPrivate(ctx))) return;
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const mayChange = membership.member.role === 'owner';
    const accounts = await shops.accounts(membership.shop.id);
    await say(ctx, renderAccounts(ctx.asker.words, accounts, setting(), { mayChange }));
  });

  onPress(composer, 'addAccount', async (ctx) => {
    if ((await ownerOf(ctx)) !== null)
      await say(ctx, renderAccountBanks(ctx.asker.words, banks(), setting()));
  });

  onPress(composer, 'addAccountAt', async (ctx, { provider }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const { words } = ctx.asker;
    const bank = setting().banks.get(provider);
    if (bank === undefined) return await sayText(ctx, 'error-invalid-provider');
    await ask(kit, ctx, { what: 'accountNumber', about: { shop: membership.shop.id, provider } });
    await change(ctx, renderText(words, 'account-ask-number', { bank }, cancelRow(words)));
  });

  // The number is saved before the holder is asked for: whoever is called away then has not typed it in vain.
  composer.use(
    typed('accountNumber', async (ctx, { shop, provider = '' }, number) => {
      const membership = await ownerAt(ctx, shop);
      if (membership === null) return await over(kit, ctx);
      const account = { provider, number };
      await shops.saveAccount(membership.shop.id, {
        ...account,
        holder: await holderOf(membership.shop.id, account),
      });
      await ask(kit, ctx, { what: 'accountHolder', about: { shop: membership.shop.id, ...account } });
      await sayText(ctx, 'account-ask-holder');
    }),
  );

  composer.use(
    typed('accountHolder', async (ctx, { shop, provider = '', number = '' }, holder) => {
      const membership = await ownerAt(ctx, shop);
      if (membership === null) return await over(kit, ctx);
      const saved = await shops.saveAccount(membership.shop.id, { provider, number, holder });
      await over(kit, ctx);
      await sayText(ctx, 'account-saved', { account: accountLabel(saved, setting()) });
    }),
  );

  onPress(composer, 'removeAccount', async (ctx, { account }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const gone = await shops.removeAccount(membership.shop.id, account);
    await change(ctx, renderText(ctx.asker.words, gone ? 'account-removed' : 'error-unknown'));
  });
  return composer;

  function banks(): string[] {
    const keys = engine.providers().map(({ key }) => key);
    const first = likeliest.filter((key) => keys.includes(key));
    return [...first, ...keys.filter((key) => !first.includes(key))];
  }

  /** The same account typed again keeps its holder until another is said. */
  async function holderOf(
    shop: string,
    { provider, number }: { provider: string; number: string },
  ): Promise<string | null> {
    const same = ({ provider: at, lastFour }: ReceivingAccount) =>
      at === provider && number.replace(/\D/g, '').endsWith(lastFour);
    return (await shops.accounts(shop)).find(same)?.holder ?? null;
  }
}

function cancelRow(words: Words) {
  return [[button(words.t('button-cancel'), { do: 'cancel' })]];
}
