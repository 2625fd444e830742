/** Renders the first steps (language, shop, invitations), help, privacy and deletion. */
import type { InlineKeyboardButton } from 'grammy/types';
import type {
  Deleted,
  Deletion,
  Invitation,
  InvitationResult,
  Membership,
  Shop,
} from '../../../src/engine/index.js';
import { commandsOf, type MenuRole } from './commands.js';
import { moment } from './format.js';
import type { Vocabulary, Words } from './i18n.js';
import { button, confirmation, message, shareButton } from './message.js';
import { link } from './rich.js';
import { nameOf, sanitizeName } from './sanitize.js';
import { locales, type Message, type Setting } from './types.js';

/** A text of the locales. Sanitizes its arguments, which strangers may have written. */
export function renderText(
  words: Words,
  key: string,
  args: Record<string, string | number> = {},
  buttons: InlineKeyboardButton[][] = [],
): Message {
  const clean = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === 'string' ? (sanitizeName(value, 128) ?? '') : value,
  ]);
  return message([words.t(key, Object.fromEntries(clean))], buttons);
}

/** The question in all languages at once: the reader may know only one of them. */
export function renderLanguageChoice(vocabulary: Vocabulary): Message {
  const asked = locales.map((locale) => vocabulary.of(locale).t('language-ask'));
  return message(
    asked,
    languageButtons(vocabulary).map((language) => [language]),
  );
}

/** Each language by its own name. */
function languageButtons(vocabulary: Vocabulary): InlineKeyboardButton[] {
  return locales.map((locale) =>
    button(vocabulary.of(locale).t('language-name'), { do: 'language', locale }),
  );
}

/** For a person who belongs to no shop yet: purpose, first steps, and buttons for the languages. */
export function renderWelcome(words: Words, vocabulary: Vocabulary): Message {
  return message(
    [words.t('welcome'), words.t('welcome-next')],
    [
      [button(words.t('button-open-shop'), { do: 'openShop' })],
      [button(words.t('button-have-invitation'), { do: 'haveInvitation' })],
      languageButtons(vocabulary),
    ],
  );
}

/** For a member of the shop. */
export function renderHome(words: Words, { shop, member }: Membership): Message {
  const next = member.role === 'owner' ? 'home-owner' : 'home-cashier';
  return message([words.t('home', { shop: shopName(words, shop) }), words.t(next)]);
}

/** Asks a person to choose a shop; says so if they have none. @param mayOpen offers a button to open another shop */
export function renderShopChoice(
  words: Words,
  shops: readonly Shop[],
  { mayOpen = false }: { mayOpen?: boolean } = {},
): Message {
  const [only, ...others] = shops;
  if (only === undefined) return message([words.t('no-shop')]);
  const isOne = others.length === 0;
  const choices = shops
    .slice(0, 50)
    .map((shop) => [button(shopName(words, shop), { do: 'chooseShop', shop: shop.id })]);
  const another = mayOpen ? [[button(words.t('button-open-another'), { do: 'openShop' })]] : [];
  return message(
    [isOne ? words.t('shop-only', { shop: shopName(words, only) }) : words.t('shop-ask')],
    [...(isOne ? [] : choices), ...another],
  );
}

/**
 * Adds the shop's name to a message, for a person with several shops.
 * @param below as the last line, because the first line of an answer starts with its sign
 */
export function ofShop(
  words: Words,
  shop: Pick<Shop, 'name'>,
  { buttons, ...content }: Message,
  { below = false }: { below?: boolean } = {},
): Message {
  const name = words.t('home', { shop: shopName(words, shop) });
  return message(below ? [content, name] : [name, content], buttons);
}

/** @param url the invitation's link, `https://t.me/<bot>?start=<token>` @param shop the shop it invites to */
export function renderInvitation(
  words: Words,
  { role, uses, expiresAt }: Invitation,
  url: string,
  setting: Setting,
  shop: Pick<Shop, 'name'>,
): Message {
  const text = words.t('invite-share-text', { shop: shopName(words, shop) });
  return message(
    [
      words.t(`invite-${role}`),
      link(url, url),
      words.t('invite-terms', { uses, until: moment(words, expiresAt, setting) }),
    ],
    [[shareButton(words, url, text)]],
  );
}

/** `/dashboard`. @param url of `Accounts.loginLink`: in the text, because buttons refuse local addresses */
export function renderDashboard(words: Words, url: string): Message {
  return message([words.t('dashboard'), link(url, url)]);
}

/** Reply to a person who uses an invitation. */
export function renderJoining(words: Words, joining: InvitationResult): Message {
  if (joining.kind === 'refused') return message([words.t(`join-refused-${joining.why}`)]);
  const { shop, member } = joining.membership;
  return message([
    words.t(`join-${joining.kind}`, { shop: shopName(words, shop) }),
    words.t(member.role === 'owner' ? 'home-owner' : 'home-cashier'),
  ]);
}

/** Notification to the owners: "Selam joined [Remove]". */
export function renderJoined(words: Words, { shop, member }: Membership): Message {
  return message(
    [words.t('joined-notice', { who: nameOf(words, member.name), shop: shopName(words, shop) })],
    [[button(words.t('button-remove'), { do: 'removeMember', member: member.id })]],
  );
}

/** The person's commands, one per line, and what to send. */
export function renderHelp(words: Words, role: MenuRole): Message {
  return message([
    words.t('help'),
    ...commandsOf(words, role).map(({ command, description }) => `/${command} - ${description}`),
    words.t('help-amount'),
  ]);
}

export function renderPrivacy(words: Words): Message {
  return message([
    words.t('privacy'),
    words.t('privacy-kept'),
    words.t('privacy-not_kept'),
    words.t('privacy-read'),
    words.t('privacy-delete'),
  ]);
}

/** The confirmation question before a deletion. */
export function renderDeletionAsk(words: Words, { leaves, closes }: Deletion): Message {
  const lines = [...shopLines(words, 'delete-leaves', leaves), ...shopLines(words, 'delete-closes', closes)];
  const yes = button(words.t('button-delete'), { do: 'confirmDeletion' });
  return confirmation(words, [words.t('delete-ask'), ...lines], yes);
}

/** The deleted data, and the data that remains. */
export function renderDeleted(words: Words, { leaves, closes, remains }: Deleted): Message {
  return message([
    words.t('deleted'),
    ...shopLines(words, 'deleted-left', leaves),
    ...shopLines(words, 'deleted-closed', closes),
    words.t(remains.length === 0 ? 'deleted-nothing_remains' : 'deleted-remains'),
    ...remains.map((remain) => `• ${words.t(`remains-${remain}`)}`),
  ]);
}

/** At most forty shops; a person has fewer. */
function shopLines(words: Words, key: string, shops: readonly Shop[]): string[] {
  return shops.slice(0, 40).map((shop) => words.t(key, { shop: shopName(words, shop) }));
}

export function shopName(words: Words, { name }: Pick<Shop, 'name'>): string {
  return sanitizeName(name) ?? words.t('nameless-shop');
}
