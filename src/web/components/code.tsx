/** A block of code; scripts add a copy button. */
interface CodeProps {
  text: string;
  labels: { copy: string; copied: string };
}

export function Code({ text, labels }: CodeProps) {
  return (
    <pre data-copy={labels.copy} data-copied={labels.copied}>
      <code>{text}</code>
    </pre>
  );
}

/** Text with code between backquotes. */
export function Marked({ text }: { text: string }) {
  const parts = text.split('`');
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
