/** As long as a text may be that a person sends. */
const longest = 4_096;

/**
 * What can name a receipt in a document: its links, and the printed lines with a digit in them, from the top, as
 * far as 4,096 characters go. Pure.
 */
export function receiptText(links: readonly string[], lines: readonly string[]): string {
  const telling = [...links, ...lines.filter((line) => /\d/.test(line))];
  const kept: string[] = [];
  let length = 0;
  for (const line of telling) {
    if (length + line.length + 1 > longest) continue;
    kept.push(line);
    length += line.length + 1;
  }
  return kept.join('\n');
}
