/** Code as a block and in a text. */
import type { Words } from '../i18n/index.js';

/** A block of code; scripts add a copy button. */
export function Code({ text, words: { common } }: { text: string; words: Words }) {
  return (
    <pre data-copy={common.copy} data-copied={common.copied}>
      <code>{text}</code>
    </pre>
  );
}

/** Text with code between backquotes. */
export function Marked({ text }: { text: string }) {
  const parts = text.split('`');
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
