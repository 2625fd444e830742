/** Sends damaged updates to both bots of the built service: they must accept all and keep answering. */
import fc from 'fast-check';
import type { FakeBot, Scene, Shown } from '../../../test/support/telegram/index.js';
import { type BotMode, type FuzzEnvironment, inEnvironment } from '../environment.js';
import type { Options } from '../options.js';
import { inTurns, show } from '../report.js';
import { type AnyTarget, type Outcome, target } from '../target.js';
import { forgiven, watch } from '../watchdog.js';
import { type RawUpdate, updates } from './updates.js';

/** Batches of up to ten updates. */
const runs = { full: 150, short: 8 };
const perBatch = 10;
/** Includes a lookup at a bank, and the answers to earlier messages of the same chat, which come first. */
const timeoutMs = 20_000;

/** Checks that a bot still works. */
interface Played {
  name: string;
  bot: FakeBot;
  inputs: fc.Arbitrary<RawUpdate>;
  /** Sends a valid message. @throws Error if the answer is wrong or missing */
  check(): Promise<void>;
}

/** Runs with long polling, and with a webhook, whose updates reach any of the workers. */
export async function bots(options: Options): Promise<Outcome[]> {
  return (await Promise.all([botsBy('polling', options), botsBy('webhook', options)])).flat();
}

function botsBy(mode: BotMode, options: Options): Promise<Outcome[]> {
  return inEnvironment(mode, async (environment) => {
    const pulse = watch(environment, `the service under updates, ${mode}`, forgiven);
    const played = [await cashierIn(environment), adminIn(environment)];
    const outcomes = await inTurns(
      played.map((one) => asTarget({ ...one, name: `${one.name}, ${mode}` })),
      options,
      2,
      (one) => one.examine(options),
    );
    const watched = await pulse.end();
    show(watched);
    return [...outcomes, watched];
  });
}

function asTarget({ name, bot, inputs, check }: Played): AnyTarget {
  let taken = 0;
  return target<RawUpdate[]>({
    name,
    inputs: fc.array(inputs, { minLength: 1, maxLength: perBatch }),
    async fault(batch) {
      const ids = batch.map((update) => bot.mailbox.put(update));
      try {
        await within(
          Promise.all(ids.map((id) => bot.mailbox.confirmed(id))),
          'an update was never confirmed',
        );
        await check();
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
      taken += batch.length;
      return null;
    },
    show: (batch) => batch.map((update) => JSON.stringify(update)).join('\n'),
    runs,
    seen: () => `${taken} updates, ${bot.calls.length} calls by the bot`,
  });
}

const cashierCommands = [
  'start',
  'today',
  'history',
  'export',
  'banks',
  'accounts',
  'staff',
  'invite',
  'settings',
  'usage',
  'dashboard',
  'shop',
  'language',
  'help',
  'privacy',
  'deleteme',
];
const cashierPresses = [
  'l:en',
  'l:am',
  'o',
  'i',
  'r:1',
  'a:1',
  'p:1:telebirr',
  'c:1:2',
  'd:1',
  's:1',
  'm:1',
  'M:1',
  'v:owner',
  'b',
  'B:cbe',
  'x:1',
  't:name',
  'y',
  'z',
];

/** One person sends the damaged updates; another uses the shop normally. */
async function cashierIn({ cashier: bot }: FuzzEnvironment): Promise<Played> {
  const wild = bot.person('Wild', { language_code: 'en' });
  const wildChat = bot.chat(wild);
  const keeper = bot.chat(bot.person('Almaz', { language_code: 'en' }));
  await openShop(keeper);
  return {
    name: 'the cashier bot',
    bot,
    inputs: updates(wild, cashierCommands, cashierPresses),
    async check() {
      const receipt = keeper.sends.text('DKK4A1B2C3');
      const isVerdict = ({ replyTo, text }: Shown) => replyTo === receipt.id && /^[✅⚠❌⏳]/u.test(text);
      await keeper.message(isVerdict, { timeoutMs: timeoutMs });
      await answers(wildChat, '/help');
    },
  };
}

async function openShop(chat: Scene): Promise<void> {
  const welcome = await answers(chat, '/start');
  const before = chat.answers.length;
  chat.sends.press(welcome, 'o');
  await chat.until(() => chat.answers.length > before, { timeoutMs: timeoutMs });
  await answers(chat, 'Almaz Coffee');
}

const adminCommands = [
  'start',
  'help',
  'status',
  'incidents',
  'silence',
  'unsilence',
  'usage',
  'key',
  'daily',
  'test',
];
const adminPresses = ['a:1', 'f:1', 's0:1', 's1:1', 's4:1', 'yes', 'no', 'revoke'];

/** The owner sends all updates, because other senders get no reply. */
function adminIn({ admin: bot, owner }: FuzzEnvironment): Played {
  const chat = bot.chat(owner);
  return {
    name: 'the admin bot',
    bot,
    inputs: updates(owner, adminCommands, adminPresses),
    check: async () => void (await answers(chat, '/status')),
  };
}

/** Sends a message and waits for the next answer. @throws Error with the end of the chat if there is none */
async function answers(chat: Scene, text: string): Promise<Shown> {
  const before = chat.answers.length;
  chat.sends.text(text);
  const patient = chat.until(() => chat.answers.length > before, { timeoutMs: timeoutMs });
  await patient.catch(() => {
    throw new Error(`${text} was not answered within ${timeoutMs} ms:\n${chat.transcript().slice(-2_000)}`);
  });
  const answer = chat.answers.at(-1);
  if (!answer) throw new Error('it was there a moment ago');
  return answer;
}

async function within<T>(work: Promise<T>, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
