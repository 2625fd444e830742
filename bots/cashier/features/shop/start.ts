/** /start without an invitation, opening a shop, /language. */
import { Composer } from 'grammy';
import type { Membership, Person } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import type { CashierContext } from '../../identify.js';
import {
  button,
  cancelRow,
  renderHome,
  renderLanguageChoice,
  renderText,
  renderWelcome,
  supportedLocale,
} from '../../render/index.js';
import { groupButton } from '../groups.js';
import { ask, closePrompt, onAnswer } from '../prompt-answers.js';
import { displayName, editOrReply, inPrivate, memberOf, onPress, reply } from '../reply.js';

export function createStart(deps: FeatureDeps): Composer<CashierContext> {
  const { vocabulary } = deps;
  const { shops } = deps.engine;
  const composer = new Composer<CashierContext>();

  composer.command('start', async (ctx) => {
    await learnLanguage(ctx);
    const { person, words } = ctx.sender;
    if (person.memberships.length === 0) return await reply(ctx, renderWelcome(words, vocabulary));
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const home = renderHome(words, membership);
    const buttons = membership.member.role === 'owner' ? [[groupButton(words, ctx, membership.shop.id)]] : [];
    await reply(ctx, { ...home, buttons });
  });

  composer.command('language', async (ctx) => {
    if (await inPrivate(ctx)) await reply(ctx, renderLanguageChoice(vocabulary));
  });

  onPress(composer, 'language', async (ctx, { locale }) => {
    const { person } = ctx.sender;
    await shops.setLanguage(person.person, locale);
    const words = vocabulary.of(locale);
    ctx.sender.words = words;
    const isMember = person.memberships.length > 0;
    await editOrReply(ctx, isMember ? renderText(words, 'language-set') : renderWelcome(words, vocabulary));
  });

  onPress(composer, 'openShop', async (ctx) => {
    const { words, person } = ctx.sender;
    const owned = String(ownedBy(person).length);
    await ask(deps, ctx, { what: 'shopName', about: { owned } });
    await reply(ctx, renderText(words, 'shop-name-ask', {}, [cancelRow(words)]));
  });

  onAnswer(composer, 'shopName', async (ctx, { owned = '0' }, shopName) => {
    const { person, words } = ctx.sender;
    const shopsNow = ownedBy(person);
    // Repeated after a crash: the shop exists already. An older shop of the same name is another one.
    const wasOpened = shopsNow.length > Number(owned);
    const existing = wasOpened ? shopsNow.find(({ shop }) => shop.name === shopName) : undefined;
    const opened =
      existing ??
      (await shops.open({
        person: person.person,
        name: displayName(ctx),
        shopName,
        language: words.locale,
      }));
    const { shop } = opened;
    ctx.sender.membership = opened;
    await closePrompt(deps, ctx);
    const next = [[button(words.t('button-add-account'), { do: 'addAccount' })]];
    await reply(ctx, renderText(words, 'shop-opened', { shop: shop.name }, next));
  });
  return composer;

  /** Uses the language of the person's Telegram client if it is supported. */
  async function learnLanguage(ctx: CashierContext): Promise<void> {
    const { person } = ctx.sender;
    const locale = clientLocale(ctx);
    if (person.language !== null || locale === undefined) return;
    await shops.setLanguage(person.person, locale);
    ctx.sender.words = vocabulary.of(locale);
  }
}

function ownedBy({ memberships }: Person): Membership[] {
  return memberships.filter(({ member }) => member.role === 'owner');
}

/** The supported language of the person's client; undefined if there is none. */
export function clientLocale(ctx: CashierContext) {
  return supportedLocale(ctx.from?.language_code);
}
