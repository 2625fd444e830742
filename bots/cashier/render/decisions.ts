/** Renders questions to owners and undone acceptances. */
import type { InlineKeyboardButton } from 'grammy/types';
import type { BookRow, Decision } from '../../../src/engine/index.js';
import { eventLine, sum, undoEvent } from './format.js';
import type { Words } from './i18n.js';
import { button, confirmation, message, signed } from './message.js';
import { code, join, link, plain } from './rich.js';
import { cleanToken, nameOf, sanitizeName } from './sanitize.js';
import type { Message, Rich, Setting } from './types.js';
import { facts, verifiedRow } from './verdict.js';

/** Buttons to confirm an undo, because a button is easily pressed by mistake. */
export function undoConfirmation(words: Words, job: string): InlineKeyboardButton[][] {
  return [
    [
      button(words.t('button-undo-yes'), { do: 'confirmUndo', job }),
      button(words.t('button-undo-no'), { do: 'keepAcceptance', job }),
    ],
  ];
}

/** `/undo`: the confirmation question. */
export function renderUndoAsk(words: Words, row: BookRow): Message {
  const asked = words.rich('undo-ask', {
    amount: sum(words, row),
    reference: code(cleanToken(row.reference)),
  });
  const yes = button(words.t('button-undo-yes'), { do: 'undoRow', row: row.id });
  return confirmation(words, [asked, saleLine(words, row)], yes);
}

/** The receipts it was accepted with; empty if it was accepted alone. */
export function saleLine(words: Words, { sale, id }: BookRow): Rich {
  const others = (sale?.parts ?? []).filter((part) => part.id !== id);
  const references = join(
    others.map(({ reference }) => code(cleanToken(reference))),
    ', ',
  );
  return others.length > 0 ? words.rich('history-sale', { references }) : plain('');
}

/** Answer whose acceptance was undone. The money did arrive, so the sign is ⚠️. */
export function renderUndone(words: Words, row: BookRow, setting: Setting): Message {
  const undone = undoEvent(row);
  return signed('look', [
    undone ? eventLine(words, 'verdict-undone', undone, setting) : words.t('undo-not_accepted'),
    words.t('verdict-undone.next'),
    row.livemode ? '' : words.t('verdict-sandbox'),
    facts(words, verifiedRow(row), setting, { amount: true }),
  ]);
}

/** Question to an owner: who asks, the verdict, a link. @param link to the cashier's message */
export function renderQuestion(
  words: Words,
  verdict: Rich,
  {
    question,
    who,
    shop,
    link: url,
  }: { question: string; who: string | null; shop: string; link: string | null },
): Message {
  return message(
    [
      words.t('question', { who: nameOf(words, who), shop: sanitizeName(shop) ?? words.t('nameless-shop') }),
      verdict,
      url === null ? '' : link(words.t('question-open'), url),
    ],
    [
      [
        button(words.t('button-approve'), { do: 'approve', question }),
        button(words.t('button-refuse'), { do: 'refuse', question }),
      ],
    ],
  );
}

/** The question after its answer, or after it needs none (`decision` null). @param asked the rendered question */
export function renderAnswered(
  words: Words,
  asked: Rich,
  decision: Omit<Decision, 'member'> | null,
  setting: Setting,
): Message {
  const outcome =
    decision === null
      ? words.t('question-over')
      : eventLine(words, `question-${decision.kind}`, decision, setting);
  return message([outcome, asked]);
}
