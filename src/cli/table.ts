/** A text table with aligned columns. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Lines of `name  value` pairs; null values are omitted. */
export function pairs(values: Readonly<Record<string, string | number | null>>): string[] {
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  const width = Math.max(0, ...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

/** A limit as text; null is unlimited. */
export function limit(value: number | null): string {
  return value === null ? 'unlimited' : String(value);
}

/** `harmless` for each line of a text. */
export function harmlessLines(text: string): string {
  return text.split('\n').map(harmless).join('\n');
}

/** Replaces terminal control and bidirectional characters, because names and labels are written by others. */
export function harmless(line: string): string {
  return line.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd');
}
