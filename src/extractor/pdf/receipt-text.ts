/** The maximum length of a caller's text. */
const longest = 4_096;

/**
 * Text of a document that may contain a reference: links, and lines with a digit, from the top, up to 4,096 characters.
 * Pure.
 */
export function receiptText(links: readonly string[], lines: readonly string[]): string {
  const candidates = [...links, ...lines.filter((line) => /\d/.test(line))];
  const chosen: string[] = [];
  let length = 0;
  for (const line of candidates) {
    if (length + line.length + 1 > longest) continue;
    chosen.push(line);
    length += line.length + 1;
  }
  return chosen.join('\n');
}
