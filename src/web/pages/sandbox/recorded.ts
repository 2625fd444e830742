/** Answers of the service and the cashier bot about each example, recorded by docs/sandbox-page.ts. */

/** Languages of the page. */
export const chatLanguages = ['am', 'en'] as const;

export interface ChatMessage {
  text: string;
  /** Where code is in the text: from, to. */
  code: [number, number][];
  buttons: string[][];
}

export interface Recorded {
  /** HTTP status. */
  status: number;
  body: unknown;
  chat: Record<(typeof chatLanguages)[number], ChatMessage>;
}

/** @param row key of a `Row` */
export function recordedName(row: string, ending: string): string {
  return `${row} ${ending}`;
}

let loaded: Promise<Readonly<Record<string, Recorded>>> | undefined;

/** All of them; loaded with the first page, because the file is large. */
export function recordedAnswers(): Promise<Readonly<Record<string, Recorded>>> {
  loaded ??= import('./recorded.json', { with: { type: 'json' } }).then(
    ({ default: all }) => all as unknown as Record<string, Recorded>,
  );
  return loaded;
}
