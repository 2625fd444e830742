/** What a person would have seen in a chat, line by line: messages in order, each with the states it went through. */
import type { Shown, Version } from './types.js';

/** For people who look at a failed test, and for pictures of a chat in documents. */
export function transcript(messages: readonly Shown[]): string {
  return messages.map(lines).join('\n');
}

function lines(message: Shown): string {
  const { id, from, replyTo, silent, deleted, file, versions } = message;
  const notes = [replyTo && `answers ${replyTo}`, silent && 'silent', deleted && 'deleted'].filter(Boolean);
  const head = `#${id} ${from}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}:`;
  const attached = file ? [`  [${file.name}, ${file.bytes.length} bytes]`] : [];
  return [head, ...attached, ...versions.map((version, nth) => state(version, nth))].join('\n');
}

function state({ text, keyboard }: Version, nth: number): string {
  const rows = keyboard.map((row) => row.map((button) => `[${button.text}]`).join(' '));
  const body = [...text.split('\n'), ...rows].map((line) => `  ${line}`).join('\n');
  return nth === 0 ? body : `  ~ edited to:\n${body}`;
}
