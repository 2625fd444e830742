/** Plays a day, keeps what was said, and holds what the chats and the books say at its end against it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from 'grammy/types';
import type { Sale } from '../../../../src/engine/index.js';
import { factsOf } from '../../../../src/sandbox/fake-data.js';
import { telebirr } from '../../../engine/support.js';
import type { Group, Scene, Sent, Shown } from '../../../support/telegram/index.js';
import { paidTo, walletReceipt } from '../people.js';
import type { Said, Step } from './steps.js';
import { type BankName, type BankState, bankNames, type Town } from './town.js';

/** What customers hold, at several banks. */
interface Receipts {
  references: readonly string[];
  /** Those paid to both shops; the others are worth nothing. */
  good: ReadonlySet<string>;
  picture(reference: string): Promise<Buffer>;
}

/** Somebody in a chat, of a shop. */
interface Till {
  /** Another one once its group has become a supergroup. */
  scene: Scene;
  user: User;
  shop: string;
  owner: boolean;
  topic?: number;
}

/** One receipt of a message, with what was said of it last. */
interface Slot {
  reference: string;
  said: string | null;
  /** Its acceptance was taken back here, and may not have been given again. */
  undone?: boolean;
}

interface Written {
  till: Till;
  sent: Sent;
  form: (Step & { do: 'send' })['form'];
  slots: Slot[];
  /** The amount it says itself. */
  own: string | null;
  /** What it has ever said, the amount left out. */
  contents: Set<string>;
  /** Receipts it named once. */
  former: Slot[];
  album: string | null;
  /** Its second picture: one that is handled long after the first is answered by itself. */
  second?: Sent | undefined;
  /** Amounts were said of several receipts together: how it is answered is not looked at. */
  muddled: boolean;
  /** The chat was closed or has moved meanwhile, or the answer was deleted: there may be none. */
  lost: boolean;
  /** The chat it was sent in, where that has moved. */
  movedFrom?: Scene;
}

const short = '99999';
/** As the bot keeps an amount that it could not read. */
const unread = '';
/** Where banks show their receipts, by the form of their references. */
const places: readonly [form: RegExp, bank: BankName, place: string][] = [
  [/^...WDTS/, 'dashen', 'https://receipts.dashenbanksc.com/receipt/'],
  [/^A35U2TB/, 'siinqee', 'https://receipts.siinqeebank.com:871/generate/'],
  [/^135FT/, 'abay', 'https://abaymobile.com.et/info/'],
  [/^/, 'telebirr', 'https://transactioninfo.ethiotelecom.et/receipt/'],
];
const placeOf = (reference: string) => places.find(([form]) => form.test(reference)) ?? places.at(-1);
const bankOf = (reference: string): BankName => placeOf(reference)?.[1] ?? 'telebirr';
const link = (reference: string) => `${placeOf(reference)?.[2]}${reference}`;
/** As people write it: of some banks the reference alone says nothing. */
const handle = (reference: string) => (bankOf(reference) === 'siinqee' ? link(reference) : reference);
const sms = (reference: string) =>
  bankOf(reference) === 'telebirr'
    ? `Dear Selam, You have transferred ETB 77.00 to Almaz. Your transaction number is ${reference}.`
    : `Dear Selam, ETB 77.00 was sent to Almaz. Your receipt: ${link(reference)}`;
/** As a shop asks that always wants to know what is owed. */
const asking = /^⏳ How much should the customer pay\?/;
const signed = /^[✅⚠❌⏳]/u;
/** Under a message that names another receipt now: what was once accepted, or somebody was asked about, keeps its answer. */
const standing =
  /^✅|Approved by|Acceptance undone|REFUSED by|Waiting for the answer|I can't reach|Send the other receipt/;

/** Instead of any other verdict on a receipt it once named. */
const dropped = "Your message doesn't name this receipt any more.";

/** References of telebirr come first: only their screens have a code. */
const pictured = 7;

export function receiptsFor(town: Town): Receipts {
  const wallets = Array.from({ length: 4 }, () => walletReceipt());
  const others = [`ABCWDTS26267${ending()}`, `A35U2TB26226${ending()}`, `135FTRM2611500000000000${ending()}`];
  const pictures = new Map<string, Promise<Buffer>>();
  return {
    references: [...wallets, telebirr('GONE'), walletReceipt(), telebirr('PEND'), ...others],
    good: new Set([...wallets, ...others]),
    picture(reference) {
      const drawn = pictures.get(reference) ?? town.screenshot('telebirr', reference);
      pictures.set(reference, drawn);
      return drawn;
    },
  };
}

/** Four characters that no other town uses, and that choose no outcome. */
function ending(): string {
  return telebirr().slice(-4);
}

/** The account a receipt was paid to. */
function accountOf(reference: string) {
  const provider = bankOf(reference);
  const { receiver } = factsOf(reference);
  if (provider === 'telebirr') return { provider, ...paidTo(reference) };
  const number = provider === 'abay' ? `135${receiver.account.slice(3)}` : receiver.account;
  return { provider, number, holder: receiver.name };
}

function amountOf(reference: string, said: Said): string {
  return { fits: (factsOf(reference).amount / 100).toFixed(2), short, unclear: '5k' }[said];
}

function understood(reference: string, said: Said): string {
  return said === 'unclear' ? unread : amountOf(reference, said);
}

/** The receipt it is about, and not one that is counted with it. */
function isAbout(text: string, reference: string): boolean {
  return text.includes(`Reference: ${reference}`);
}

function offers({ keyboard }: Shown, button: string): boolean {
  return keyboard.flat().some(({ text }) => text === button);
}

/** What an owner was asked of a receipt, as it stands in the owner's chat. */
interface Question {
  shop: string;
  reference: string;
  shown: Shown;
}

/** A day of two shops: an owner, a cashier of one and a cashier of both, in their own chats and in a group with topics. */
async function openTills(town: Town, good: Iterable<string>) {
  const { shops } = town.engine;
  const almaz = await town.shopkeeper('Almaz');
  const other = await town.shopkeeper('Bekele');
  const first = almaz.membership.shop.id;
  const second = other.membership.shop.id;
  const abel = await town.cashier('Abel', almaz.membership);
  const chaltu = await town.cashier('Chaltu', almaz.membership);
  const { token } = await shops.invite({ shop: second, by: other.membership.member.id });
  await shops.accept(token, `tg:${chaltu.user.id}`, 'Chaltu');
  await shops.switchShop(`tg:${chaltu.user.id}`, second);
  for (const shop of [first, second]) {
    await shops.set(shop, { maxAgeHours: 8760 });
    for (const reference of good) await shops.saveAccount(shop, accountOf(reference));
  }
  const group = town.bot.group('The counter', abel.user);
  await shops.bind(`tg:${group.id}`, first);
  const tills: Till[] = [
    { scene: almaz.chat, user: almaz.user, shop: first, owner: true },
    { scene: abel.chat, user: abel.user, shop: first, owner: false },
    { scene: group, user: abel.user, shop: first, owner: false, topic: 77 },
    { scene: chaltu.chat, user: chaltu.user, shop: second, owner: false },
    { scene: group, user: almaz.user, shop: first, owner: true, topic: 78 },
  ];
  return {
    tills,
    group,
    owners: new Map([
      [first, almaz.chat],
      [second, other.chat],
    ]),
  };
}

/** @returns what was wrong at its end, null where nothing was */
export async function playDay(
  town: Town,
  receipts: Receipts,
  steps: readonly Step[],
): Promise<string | null> {
  const { tills, group, owners } = await openTills(town, receipts.good);
  const day = new Day(town, receipts, tills, owners, group);
  try {
    for (const step of steps) await day.take(step);
    await day.close();
    const faults = [...(await day.faults()), ...town.troubles()];
    return faults.length === 0 ? null : `${faults.join('\n')}\n\n${day.transcript()}`;
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${day.transcript()}`;
  } finally {
    for (const bank of bankNames) town.bankBecomes(bank, 'up');
  }
}

class Day {
  readonly #all: Written[] = [];
  /** The last reply with an amount, by the message it is about. */
  readonly #replies = new Map<Written, { sent: Sent; slot: Slot; said: string }>();
  readonly #approved = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #questions: Question[] = [];
  /** What several receipts pay together, in cents. */
  readonly #wholes = new Set<number>();
  /** Receipts that were to pay something together. */
  readonly #paired = new Set<string>();
  /** Shops that always ask for the amount, and from which message on. */
  readonly #asks = new Map<string, number>();
  readonly #hasAsked = new Set<string>();
  readonly #hanging = new Set<BankName>();
  /** Banks that once did not answer. */
  readonly #failed = new Set<BankName>();
  /** Every chat of the day, with its shop. */
  readonly #scenes: Map<Scene, string>;
  /** Messages of the group when it moved; without those whose answer had been deleted. */
  readonly #moved = new Set<Written>();
  #crashed = false;

  constructor(
    private readonly town: Town,
    private readonly receipts: Receipts,
    private readonly tills: readonly Till[],
    /** Their own chats, by shop. */
    private readonly owners: ReadonlyMap<string, Scene>,
    /** Null once it has moved. */
    private group: Group | null,
  ) {
    this.#scenes = new Map(tills.map(({ scene, shop }) => [scene, shop]));
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'wait':
        return void (await sleep(step.ms));
      case 'settle':
        return await this.#settle();
      case 'bank':
        return this.#bankBecomes(step.bank, step.is);
      case 'the group moves':
        return this.#moveGroup();
      case 'restart':
        this.#crashed ||= step.how === 'crash';
        return await this.town.restart(step.how);
      case 'send':
        return await this.#send(step);
      case 'close and open the chat':
        return await this.#closeChat(this.tills[step.who]);
      case 'owner answers':
        return await this.#ownerAnswers(step);
      case 'pay in two':
        return await this.#payInTwo(step);
      case 'always ask':
        return await this.#alwaysAsk(step);
    }
    const written = this.#all[step.nth % Math.max(1, this.#all.length)];
    if (written === undefined || written.movedFrom) return;
    switch (step.do) {
      case 'send again':
        return await this.#sendAgain(written);
      case 'say':
        return this.#say(written, step);
      case 'say instead':
        return this.#sayInstead(written, step.said);
      case 'edit':
        return this.#edit(written, step.how);
      case 'touch':
        return void written.till.scene.sends.touched(written.sent);
      case 'late picture':
        return await this.#sendLate(written, step);
      case 'approve':
        return await this.#approve(written);
      case 'undo':
        return await this.#undo(written);
      case 'ask the owner':
        return await this.#askOwner(written);
      case 'delete the answer':
        return this.#delete(written);
    }
  }

  /** The bank is back, and whoever still reads ⏳ tries again: by then everything has its last word. */
  async close(): Promise<void> {
    for (const bank of bankNames) this.#bankBecomes(bank, 'up');
    await this.#settle();
    for (const { till, answer } of this.#answers()) {
      if (answer.text.startsWith('⏳') && offers(answer, 'Try again')) {
        till.scene.sends.press(answer, 'Try again', { as: till.user });
      }
    }
    await this.#settle();
  }

  transcript(): string {
    return [...this.#scenes.keys()].map((scene) => scene.transcript()).join('\n\n');
  }

  #bankBecomes(bank: BankName, state: BankState): void {
    if (state === 'hangs') this.#hanging.add(bank);
    else this.#hanging.delete(bank);
    if (state === 'dead' || state === 'hangs') this.#failed.add(bank);
    this.town.bankBecomes(bank, state);
  }

  /** It becomes a supergroup, whatever is being checked there. */
  #moveGroup(): void {
    const { group } = this;
    if (group === null) return;
    const scene = group.migrates();
    this.group = null;
    this.#scenes.set(scene, this.#scenes.get(group) ?? '');
    for (const till of this.tills) if (till.scene === group) till.scene = scene;
    for (const written of this.#all) {
      if (written.till.scene !== scene) continue;
      written.movedFrom = group;
      if (!written.lost) this.#moved.add(written);
      written.lost = true;
    }
  }

  #hangs(...references: string[]): boolean {
    return references.some((reference) => this.#hanging.has(bankOf(reference)));
  }

  async #settle(): Promise<void> {
    await this.town.settled();
  }

  #reference(nth: number): string {
    return this.receipts.references[nth % this.receipts.references.length] ?? '';
  }

  #options({ user, topic }: Till) {
    return { as: user, ...(topic !== undefined && { topic }) };
  }

  async #send({ who, form, receipt, said }: Step & { do: 'send' }): Promise<void> {
    const till = this.tills[who % this.tills.length];
    if (till === undefined) return;
    const { sends } = till.scene;
    const isPicture = form === 'photo' || form.startsWith('album');
    const nth = isPicture ? receipt % pictured : receipt;
    const [reference, next] = [nth, isPicture ? (nth + 1) % pictured : nth + 1].map((one) =>
      this.#reference(one),
    ) as [string, string];
    const isTwo = form === 'pair' || form === 'album of two';
    const amount = said === null || (isTwo && form === 'pair') ? null : amountOf(reference, said);
    const isSaid = amount !== null && form !== 'forwarded';
    const own = isSaid && said !== null ? understood(reference, said) : null;
    const options = { ...this.#options(till), replyTo: null };
    const caption = amount ?? '';
    const album = form.startsWith('album') ? randomUUID() : null;
    const slots = (isTwo ? [reference, next] : [reference]).map((one) => ({ reference: one, said: own }));
    const body = this.#body(form, reference, next);
    const text = amount === null ? body : `/v ${amount} ${body}`;
    let sent: Sent;
    let second: Sent | undefined;
    if (form === 'photo') {
      sent = sends.photo(await this.receipts.picture(reference), { ...options, caption });
    } else if (album !== null) {
      sent = sends.photo(await this.receipts.picture(reference), { ...options, caption, album });
      if (isTwo) second = sends.photo(await this.receipts.picture(next), { ...options, album });
    } else if (form === 'forwarded') sent = sends.forward(text, options);
    else sent = sends.text(text, options);
    const content = album === null && form !== 'photo' ? text : `file ${sent.id}`;
    this.#all.push({
      ...{ till, sent, second, form, slots, own, album, contents: new Set([content]) },
      ...{ former: [], muddled: isTwo && own !== null, lost: false },
    });
  }

  #body(form: Written['form'], reference: string, second: string): string {
    if (form === 'link' || form === 'forwarded') return link(reference);
    if (form === 'sms') return sms(reference);
    return form === 'pair' ? `${handle(reference)}\n${handle(second)}` : handle(reference);
  }

  /** The same words, or the same file, once more by the same person. */
  async #sendAgain(written: Written): Promise<void> {
    const { till, sent, form, slots, album } = written;
    const { sends } = till.scene;
    if (album !== null || form === 'forwarded' || (form === 'pair' && sent.text.startsWith('/v'))) return;
    const options = { ...this.#options(till), replyTo: null };
    const isPhoto = form === 'photo';
    const again = isPhoto
      ? sends.photo(sent.file?.bytes ?? Buffer.alloc(0), { ...options, caption: sent.text, sameAs: sent })
      : sends.text(sent.text, options);
    // What stands in it now is all that counts.
    this.#all.push({
      ...written,
      ...{ sent: again, slots: slots.map(({ reference }) => ({ reference, said: written.own })) },
      contents: new Set(isPhoto ? written.contents : [sent.text]),
      ...{ former: [], muddled: form === 'pair' && written.own !== null, lost: false },
    });
  }

  /** A reply with an amount, to the message or to what the bot said of its first receipt. */
  #say(written: Written, { to, said }: Step & { do: 'say' }): void {
    const { till, sent, slots, muddled } = written;
    const [slot] = slots;
    if (slot === undefined || muddled) return;
    const isOne = slots.length === 1;
    const answers = this.#answersTo(written).filter(
      ({ text, deleted }) =>
        !deleted && ((isOne && written.former.length === 0) || isAbout(text, slot.reference)),
    );
    const answer = to === 'answer' ? answers.at(-1) : undefined;
    // Of several pictures nobody can quote one.
    if (answer === undefined && !isOne && written.form !== 'pair') return;
    const quoted = handle(slot.reference);
    const position = Math.max(0, sent.text.indexOf(quoted));
    const quote = isOne || answer ? {} : { quote: { text: quoted, position } };
    const amount = amountOf(slot.reference, said);
    const options = { ...this.#options(till), replyTo: answer ?? sent, more: quote as never };
    const reply = till.scene.sends.text(amount, options);
    if (said !== 'unclear') slot.said = amount;
    this.#replies.set(written, { sent: reply, slot, said: amount });
  }

  #sayInstead(written: Written, said: Said): void {
    const reply = this.#replies.get(written);
    if (reply === undefined || !written.slots.includes(reply.slot)) return;
    const amount = amountOf(reply.slot.reference, said);
    if (amount === reply.said || amount === reply.sent.text) return;
    written.till.scene.sends.edited(reply.sent, amount);
    if (said === 'unclear') return;
    reply.said = amount;
    reply.slot.said = amount;
  }

  #edit(written: Written, how: (Step & { do: 'edit' })['how']): void {
    const { till, sent, form, slots, muddled } = written;
    const [slot] = slots;
    if (form === 'forwarded' || muddled || slot === undefined) return;
    const isPicture = written.album !== null || form === 'photo';
    const isAmount = how !== 'words' && how !== 'another receipt';
    if (how === 'another receipt' && isPicture) return;
    if (how === 'another receipt') {
      written.former.push({ ...slot });
      const others = slots.map(({ reference }) => reference);
      const free = this.receipts.references.filter((one) => !others.includes(one));
      slot.reference = free[sent.id % free.length] ?? '';
    }
    const amount = isAmount ? amountOf(slot.reference, how) : null;
    const words = how === 'words' ? ' thanks' : '';
    const body = this.#body(form, slot.reference, slots[1]?.reference ?? '') + words;
    const text = isPicture ? (amount ?? 'from Abebe') : amount === null ? body : `/v ${amount} ${body}`;
    if (text === sent.text) return;
    till.scene.sends.edited(sent, text);
    written.contents.add(isPicture ? `file ${sent.id}` : text);
    const own = isAmount ? understood(slot.reference, how) : null;
    // Of several receipts nobody has said which it is owed for.
    written.muddled ||= own !== null && form === 'album of two';
    if (own !== null && slots.length > 1) return;
    if (own !== null && own !== written.own) slot.said = own;
    written.own = own;
  }

  /** After the others are answered, or whether it joins them is a matter of milliseconds. */
  async #sendLate(album: Written, { receipt, said }: Step & { do: 'late picture' }): Promise<void> {
    const [slot] = album.slots;
    if (album.form !== 'album' || album.album === null || slot === undefined) return;
    await this.#settle();
    const isUnclear = said === 'unclear' || slot.said === unread;
    if (isUnclear || this.#answersTo(album).some(({ text }) => text.startsWith('⏳'))) return;
    const reference = this.#reference(receipt % pictured);
    const amount = said === null ? null : amountOf(slot.reference, said);
    const options = { ...this.#options(album.till), replyTo: null, album: album.album };
    const picture = await this.receipts.picture(reference);
    const sent = album.till.scene.sends.photo(picture, { ...options, caption: amount ?? '' });
    slot.said ??= amount;
    const late = { ...album, sent, slots: [{ reference, said: amount ?? slot.said }], former: [] };
    this.#all.push({ ...late, form: 'photo', own: amount, contents: new Set([`file ${sent.id}`]) });
  }

  /** What is pressed is what stands there: anything said before has been answered. */
  async #standing(written: Written, button: string): Promise<{ answer: Shown; reference: string } | null> {
    await this.#settle();
    if (this.#hangs(...[...written.slots, ...written.former].map(({ reference }) => reference))) return null;
    const answer = this.#answersTo(written).find((one) => !one.deleted && offers(one, button));
    const slot = [...written.slots, ...written.former].find(({ reference }) =>
      isAbout(answer?.text ?? '', reference),
    );
    return answer && slot ? { answer, reference: slot.reference } : null;
  }

  /** By whoever sent it; the owner has it before them when this resolves. */
  async #askOwner(written: Written): Promise<void> {
    const { scene, shop, user } = written.till;
    const standing = await this.#standing(written, 'Ask the owner');
    const owner = this.owners.get(shop);
    if (standing === null || owner === undefined) return;
    const { answer, reference } = standing;
    scene.sends.press(answer, 'Ask the owner', { as: user });
    await this.#settle();
    const shown = owner.answers.findLast(
      (one) => / asks at /.test(one.text) && isAbout(one.text, reference) && offers(one, 'Approve'),
    );
    if (shown === undefined) {
      // Somebody else accepted it in the meantime, or it was refused before.
      if (/Waiting for the answer/.test(answer.text)) throw new Error(`nobody was asked about #${answer.id}`);
      return;
    }
    this.#questions.push({ shop, reference, shown });
  }

  async #ownerAnswers({ nth, approves }: Step & { do: 'owner answers' }): Promise<void> {
    const question = this.#questions[nth % Math.max(1, this.#questions.length)];
    if (question === undefined || this.#hangs(...this.receipts.references)) return;
    const { shop, reference, shown } = question;
    const owner = this.owners.get(shop);
    await this.#settle();
    const button = approves ? 'Approve' : 'Refuse';
    if (owner === undefined || !offers(shown, button)) return;
    const counted = this.receipts.references.filter((one) => shown.text.includes(one));
    owner.sends.press(shown, button);
    await this.#settle();
    if (offers(shown, button)) throw new Error(`#${shown.id} was answered, and can be answered again`);
    const { rows } = await this.town.engine.shops.history(shop, reference);
    const { acceptance = null, refusal = null } = rows[0] ?? {};
    if (approves && acceptance === null) throw new Error(`${reference} was approved, and is not accepted`);
    if (!approves && acceptance === null && refusal === null)
      throw new Error(`${reference} was refused, and the book does not say so`);
    const key = (one: string) => `${shop} ${one}`;
    if (approves) for (const one of counted) this.#approved.add(key(one));
    else this.#refused.add(key(reference));
  }

  /** One amount for two receipts: the first lacks something, the second pays the rest. */
  async #payInTwo({ who, receipt, other, inReply }: Step & { do: 'pay in two' }): Promise<void> {
    const till = this.tills[who % this.tills.length];
    const [one, two] = [this.#reference(receipt), this.#reference(other)];
    if (till === undefined || one === two || [one, two].some((reference) => !this.#isGood(reference))) return;
    const whole = factsOf(one).amount + factsOf(two).amount;
    const said = (whole / 100).toFixed(2);
    if (this.#hangs(one, two)) return;
    this.#wholes.add(whole);
    for (const reference of [one, two]) this.#paired.add(`${till.shop} ${reference}`);
    const options = { ...this.#options(till), replyTo: null };
    const written = this.#sent(till, till.scene.sends.text(`/v ${said} ${handle(one)}`, options), one, said);
    const standing = await this.#standing(written, 'Another receipt pays the rest');
    if (standing === null) return;
    const { answer } = standing;
    till.scene.sends.press(answer, 'Another receipt pays the rest', { as: till.user });
    await this.#settle();
    const replyTo = inReply ? answer : null;
    this.#sent(till, till.scene.sends.text(handle(two), { ...options, replyTo }), two, null);
    // What is sent next pays for itself.
    await this.#settle();
    await this.town.engine.botStore('cashier').deleteTemporary(`rest:${till.scene.id}:${till.user.id}`);
  }

  #sent(till: Till, sent: Sent, reference: string, said: string | null): Written {
    const written: Written = {
      ...{ till, sent, form: 'reference', slots: [{ reference, said }], own: said, album: null },
      ...{ contents: new Set([sent.text]), former: [], muddled: false, lost: false },
    };
    this.#all.push(written);
    return written;
  }

  async #alwaysAsk({ shop, is }: Step & { do: 'always ask' }): Promise<void> {
    const id = [...this.owners.keys()][shop];
    if (id === undefined) return;
    await this.#settle();
    await this.town.engine.shops.set(id, { askAmount: is });
    this.#hasAsked.add(id);
    if (is) this.#asks.set(id, this.#asks.get(id) ?? this.#all.length);
    else this.#asks.delete(id);
  }

  #isGood(reference: string): boolean {
    return this.receipts.good.has(reference);
  }

  async #approve(written: Written): Promise<void> {
    const { scene, shop } = written.till;
    const owner = this.tills.find((till) => till.owner && till.scene === scene);
    const standing = await this.#standing(written, 'Approve anyway');
    if (!owner || !standing) return;
    scene.sends.press(standing.answer, 'Approve anyway', { as: owner.user });
    await this.#settle();
    this.#approved.add(`${shop} ${standing.reference}`);
  }

  /** By whoever sent it; what an owner has approved is refused to them. */
  async #undo(written: Written): Promise<void> {
    const { scene, shop, user } = written.till;
    const standing = await this.#standing(written, 'Undo');
    if (standing === null) return;
    const { answer, reference } = standing;
    const all = this.receipts.references.filter((one) => answer.text.includes(one));
    scene.sends.press(answer, 'Undo', { as: user });
    await this.#settle();
    if (!offers(answer, 'Yes, undo')) return;
    scene.sends.press(answer, 'Yes, undo', { as: user });
    await this.#settle();
    const { rows } = await this.town.engine.shops.history(shop, reference);
    if (rows[0]?.acceptance || !answer.text.startsWith('⚠️ Acceptance undone'))
      throw new Error(`#${answer.id} was undone, and says ${answer.text}`);
    for (const one of all) this.#approved.delete(`${shop} ${one}`);
    for (const { till, slots } of this.#all) {
      for (const slot of slots) slot.undone ||= till.shop === shop && all.includes(slot.reference);
    }
  }

  #delete(written: Written): void {
    const answer = this.#answersTo(written).find(({ deleted }) => !deleted);
    if (answer === undefined) return;
    written.till.scene.deletes(answer);
    written.lost = true;
  }

  async #closeChat(till: Till | undefined): Promise<void> {
    if (till === undefined || till.topic !== undefined) return;
    till.scene.shutsOut();
    for (const written of this.#all) if (written.till === till) written.lost = true;
    await this.#settle();
    till.scene.letsIn();
    await this.#settle();
  }

  #answersTo({ till, sent, second, movedFrom }: Written): Shown[] {
    const asked = [sent, ...(second ? [second] : [])].map(({ id }) => id);
    return (movedFrom ?? till.scene).answers.filter(({ replyTo }) => asked.includes(replyTo ?? 0));
  }

  #answers(): { till: Till; answer: Shown }[] {
    return this.#all.flatMap((written) =>
      written.movedFrom
        ? []
        : this.#answersTo(written).flatMap((answer) =>
            answer.deleted ? [] : [{ till: written.till, answer }],
          ),
    );
  }

  async faults(): Promise<string[]> {
    const faults = this.#all.flatMap((written) => this.#faultsOf(written));
    faults.push(...this.#faultsOfMove());
    for (const shop of new Set(this.tills.map((till) => till.shop))) {
      for (const reference of this.receipts.references)
        faults.push(...(await this.#faultsAt(shop, reference)));
    }
    return faults;
  }

  /** What had no last word before the group moved has it in the supergroup. */
  #faultsOfMove(): string[] {
    const moved = [...this.#moved];
    const silent = moved.filter((written) =>
      this.#answersTo(written).every(({ text, deleted }) => deleted || !signed.test(text)),
    );
    const scenes = new Set(moved.map(({ till }) => till.scene));
    const loose = [...scenes].flatMap(({ answers }) => answers.filter(({ replyTo }) => replyTo === null));
    const unsaid = loose.filter(({ text }) => text === 'Checking…');
    const said = loose.filter(({ text }) => signed.test(text));
    return [
      ...(unsaid.length > 0 && !this.#crashed ? ['the supergroup has an answer that was never given'] : []),
      ...(said.length < silent.length
        ? [`${silent.length} messages had no answer when the group moved, and ${said.length} have one now`]
        : []),
    ];
  }

  /** Each receipt of a message has one answer, which says what is known of it and what was said of it. */
  #faultsOf(written: Written): string[] {
    const { sent, slots, former, muddled, lost, till } = written;
    const isOver = ({ text, versions }: Shown) =>
      (former.length > 0 && text === dropped) ||
      (former.some(({ reference }) => isAbout(text, reference)) &&
        slots.every(({ reference }) => !isAbout(text, reference)) &&
        versions.some((one) => standing.test(one.text)));
    const answers = this.#answersTo(written).filter((one) => !one.deleted && !isOver(one));
    const unsaid = answers.filter(({ text }) => !signed.test(text));
    // Asked for once more, of several receipts: their answers stand.
    const said = answers.filter(({ text }) => signed.test(text) && !text.startsWith('⏳ One amount'));
    const where = `#${sent.id}`;
    const faults: string[] = [];
    // What a process that died had sent without hearing so nobody can find again.
    if (unsaid.length > 0 && !(this.#crashed && unsaid.every(({ text }) => text === 'Checking…')) && !lost)
      faults.push(`${where} has an answer that was never given: ${unsaid[0]?.text}`);
    if (muddled || lost) return faults;
    if (said.length !== slots.length) faults.push(`${where} has ${said.length} answers to ${slots.length}`);
    if (new Set(slots.map(({ reference }) => reference)).size < slots.length) return faults;
    for (const slot of slots) {
      const own = said.filter(({ text }) => slots.length === 1 || isAbout(text, slot.reference));
      const [answer] = own;
      // What asks for the amount names no receipt.
      if (own.length === 0 && said.some(({ text }) => asking.test(text)) && this.#mayAsk(till, slot))
        continue;
      if (answer === undefined || own.length > 1)
        faults.push(`${where} has ${own.length} answers to one receipt`);
      else faults.push(...this.#faultsIn(written, slot, answer).map((fault) => `${where}: ${fault}`));
    }
    return faults;
  }

  #mayAsk({ shop }: Till, { reference, said }: Slot): boolean {
    return this.#hasAsked.has(shop) && said === null && this.#isGood(reference);
  }

  /** A ✅ without an amount, sent while the shop always asks for it; whoever repeats words gets their answer again. */
  #shouldAsk(written: Written): boolean {
    const { till, sent, contents } = written;
    const since = this.#asks.get(till.shop);
    if (since === undefined || this.#all.indexOf(written) < since) return false;
    return !this.#all.some(
      (one) =>
        one.sent.id !== sent.id &&
        one.till.user === till.user &&
        [...one.contents].some((content) => contents.has(content)),
    );
  }

  #faultsIn(written: Written, slot: Slot, { text }: Shown): string[] {
    const { reference, said, undone } = slot;
    const { shop } = written.till;
    // Of a sale also where another of its receipts got another amount.
    const mayBeUndone = undone || this.#paired.has(`${shop} ${reference}`);
    if (mayBeUndone && text.startsWith('⚠️ Acceptance undone')) return [];
    const isGood = this.#isGood(reference);
    if (asking.test(text)) return this.#mayAsk(written.till, slot) ? [] : [`nobody had to be asked: ${text}`];
    if (said === unread)
      return /^⏳ I could not read this amount/.test(text) ? [] : [`it was not asked: ${text}`];
    if (!isGood) return text.startsWith('❌') ? [] : [`nothing was paid to the shop, and it says ${text}`];
    // Its link is not opened again.
    const isSpent = bankOf(reference) === 'siinqee' && this.#failed.has('siinqee');
    if (isSpent && text.startsWith('⏳')) return [];
    if (!/^[✅⚠]/u.test(text)) return [`it was paid, and it says ${text}`];
    const [first = ''] = text.split('\n');
    const counted = this.receipts.references.filter((one) => text.includes(one));
    if (first.startsWith('✅') && / in \d+ receipts/.test(first)) {
      const paid = counted.map((one) => factsOf(one).amount).reduce((sum, amount) => sum + amount);
      const isWhole = said === null ? this.#wholes.has(paid) : Math.round(Number(said) * 100) === paid;
      return isWhole ? [] : [`${said} was said, and it says ${text}`];
    }
    // What is counted with others is held against the amount of all.
    const [, expected = ''] = / \(expected ([\d,.]+)\)/.exec(text) ?? [];
    const isPart =
      counted.length > 1 || this.#wholes.has(Math.round(Number(expected.replaceAll(',', '')) * 100));
    if (!first.startsWith('✅') && isPart) return [];
    // Sent to pay the rest of another, it is compared together with that, also where it cannot be counted.
    const isRest = this.#paired.has(`${shop} ${reference}`) && first.startsWith('⚠️ Already accepted');
    if (isRest && text.includes('OVER')) return [];
    if (/^⚠️ REFUSED by/.test(first))
      return this.#refused.has(`${shop} ${reference}`) ? [] : [`nobody refused it: ${text}`];
    const offBy = said === null ? 0 : factsOf(reference).amount - Math.round(Number(said) * 100);
    const word = offBy < 0 ? 'SHORT' : 'OVER';
    if (offBy !== 0) {
      return !first.startsWith('✅') && text.includes(word) ? [] : [`${said} was said, and it says ${text}`];
    }
    if (/SHORT|OVER/.test(text)) return [`nothing is off, and it says ${text}`];
    const compared = said === null ? /amount not compared/ : /as expected/;
    if (/not compared/.test(first) && this.#shouldAsk(written)) return [`no amount was asked for: ${text}`];
    if (first.startsWith('✅')) return compared.test(first) ? [] : [`${said} was said, and it says ${first}`];
    return /^⚠️ (Already accepted|Approved)/.test(first)
      ? []
      : [`nothing is wrong with it, and it says ${text}`];
  }

  /** Accepted once in a shop, and the book has it where a chat says so. */
  async #faultsAt(shop: string, reference: string): Promise<string[]> {
    const mine = this.#all.filter((written) => written.till.shop === shop);
    const says = (written: Written) =>
      this.#answersTo(written).some(
        ({ text, deleted }) => !deleted && text.startsWith('✅') && isAbout(text, reference),
      );
    const ticked = mine.filter((written) => !written.lost && says(written));
    const faults: string[] = [];
    const [one] = ticked;
    for (const other of ticked.slice(1)) {
      const isSame =
        one?.till.user === other.till.user &&
        [...other.contents].some((content) => one.contents.has(content));
      if (!isSame) faults.push(`${reference} was accepted in #${one?.sent.id} and in #${other.sent.id}`);
    }
    const { rows } = await this.town.engine.shops.history(shop, reference);
    const acceptance = rows[0]?.acceptance ?? null;
    if (rows[0]?.refusal && acceptance && !acceptance.anyway)
      faults.push(`${reference} was refused by an owner, and is accepted`);
    faults.push(...(await this.#faultsOfSale(shop, rows[0]?.sale ?? null)));
    if (one !== undefined && acceptance === null)
      faults.push(`#${one.sent.id} says ✅ of ${reference}, the book does not`);
    // Also in answer to an amount, where the message it was said of had lost its answer with the chat.
    const scenes = [...this.#scenes].flatMap(([scene, of]) => (of === shop ? [scene] : []));
    const wasSaid =
      this.#approved.has(`${shop} ${reference}`) ||
      scenes.some(({ answers }) =>
        answers.some(({ versions }) =>
          versions.some(({ text }) => /^(✅|⚠️ Approved by)/u.test(text) && text.includes(reference)),
        ),
      );
    if (acceptance !== null && !wasSaid) faults.push(`the book has ${reference}, and nobody was told`);
    const isKept = mine.every(({ lost }) => !lost);
    // Its bank did not answer when an amount was to be compared with it.
    const stillSays = mine.some((written) =>
      this.#answersTo(written).some(({ text }) => /still counts/.test(text) && isAbout(text, reference)),
    );
    if (acceptance !== null && !acceptance.anyway && one === undefined && isKept && !stillSays)
      faults.push(`the book has ${reference}, and no chat says so any more`);
    return faults;
  }

  /** Receipts that pay one amount are accepted together, or none of them is, and they add up to it. */
  async #faultsOfSale(shop: string, sale: Sale | null): Promise<string[]> {
    if (sale === null) return [];
    const rows = await Promise.all(sale.parts.map(({ id }) => this.town.engine.shops.row(shop, id)));
    const faults = rows.flatMap((row) =>
      row?.acceptance && row.sale?.id === sale.id ? [] : [`${row?.reference} is accepted without its sale`],
    );
    const paid = rows.reduce((sum, row) => sum + Math.round(Number(row?.amount) * 100), 0);
    const isWhole = paid === Math.round(Number(sale.expected) * 100);
    return isWhole ? faults : [...faults, `${paid} was accepted for ${sale.expected}`];
  }
}
