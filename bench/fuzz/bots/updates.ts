/** Generates updates as Telegram sends them, and damages them. */
import fc from 'fast-check';
import type { Update } from 'grammy/types';
import type { FakeBot } from '../../../test/support/telegram/index.js';
import { hostileText, mutatedValue } from '../hostile.js';

type User = ReturnType<FakeBot['person']>;
export type RawUpdate = Omit<Update, 'update_id'>;

/** Kinds that the bots subscribe to; every update has at least one of them. */
const kinds = ['message', 'edited_message', 'callback_query', 'my_chat_member'];

/** @param presses what buttons of the bot send */
export function updates(
  person: User,
  commands: readonly string[],
  presses: readonly string[],
): fc.Arbitrary<RawUpdate> {
  const sound = soundUpdates(person, commands, presses);
  const spoilt = mutatedValue(sound, 4).map((value) => asUpdate(value));
  return fc.oneof({ weight: 1, arbitrary: sound.map(asUpdate) }, { weight: 4, arbitrary: spoilt });
}

/** Drops the number, which Telegram assigns, and unknown kinds; an update without a known kind would not be delivered. */
function asUpdate(value: unknown): RawUpdate {
  const members =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const kept = members.filter(([name]) => kinds.includes(name));
  return Object.fromEntries(kept.length > 0 ? kept : [['message', value]]) as RawUpdate;
}

function soundUpdates(
  person: User,
  commands: readonly string[],
  presses: readonly string[],
): fc.Arbitrary<unknown> {
  const privateChat = { id: person.id, type: 'private', first_name: person.first_name };
  const group = { id: -1_001_234_567_890, type: 'supergroup', title: 'A shop' };
  const chat = fc.constantFrom(privateChat, privateChat, privateChat, group);
  const date = 1_795_000_000;
  const base = fc
    .record({ message_id: fc.nat(100_000), chat })
    .map((one) => ({ ...one, from: person, date }));
  const command = fc.tuple(fc.constantFrom(...commands), hostileText).map(([name, rest]) => {
    const text = `/${name} ${rest}`;
    return { text, entities: [{ type: 'bot_command', offset: 0, length: name.length + 1 }] };
  });
  const text = fc.oneof(
    command,
    hostileText.map((words) => ({ text: words })),
    fc
      .constantFrom(
        'DKK4A1B2C3',
        'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1GONE',
        '5000',
        'FT26140CA1B2',
      )
      .map((words) => ({ text: words })),
  );
  const size = fc.constantFrom(0, 1, 1_000, 2 ** 31, -1);
  const file = fc.record({ file_id: hostileText, file_unique_id: fc.constantFrom('u', ''), file_size: size });
  const media = fc.oneof(
    file.map((one) => ({ photo: [{ ...one, width: 90, height: 160 }] })),
    fc.tuple(file, hostileText).map(([one, name]) => ({
      document: { ...one, file_name: name, mime_type: 'image/png' },
      caption: name,
    })),
    fc.constantFrom<object>(
      { photo: [] },
      { sticker: {} },
      { contact: { phone_number: '1', first_name: 'A' } },
      { location: { latitude: 9, longitude: 38 } },
      { new_chat_members: [person] },
      { migrate_to_chat_id: -5 },
    ),
  );
  const origin = fc.option(fc.constant({ type: 'hidden_user', sender_user_name: 'A customer', date }), {
    freq: 3,
  });
  const message = fc.tuple(base, fc.oneof(text, text, media), origin).map(([head, content, from]) => ({
    ...head,
    ...content,
    ...(from && { forward_origin: from }),
  }));
  const press = fc.record({
    data: fc.oneof(fc.constantFrom(...presses), hostileText),
    id: fc.uuid(),
    message,
  });
  const member = (status: string) => ({ user: { id: 1, is_bot: true, first_name: 'bot' }, status });
  return fc.oneof(
    { weight: 4, arbitrary: message.map((one) => ({ message: one })) },
    { weight: 1, arbitrary: message.map((one) => ({ edited_message: { ...one, edit_date: date } })) },
    {
      weight: 3,
      arbitrary: press.map((one) => ({ callback_query: { ...one, from: person, chat_instance: '1' } })),
    },
    {
      weight: 1,
      arbitrary: chat.map((one) => ({
        my_chat_member: {
          chat: one,
          from: person,
          date,
          old_chat_member: member('member'),
          new_chat_member: member('administrator'),
        },
      })),
    },
  );
}
