/** Results of reading pictures. */

/** Content of a picture that names a receipt. Only a candidate: nothing about it is verified. */
export interface Detection {
  provider: string | null;
  reference: string | null;
  /** The bank's link, if the picture shows one. */
  url: string | null;
  /** From 0 to 1. */
  confidence: number;
  /** A QR code, the AI model, or text: of a PDF, or sent with the pictures. */
  by: 'qr' | 'ai' | 'text';
}

/** Receipts in pictures other than the chosen one: the sender may have meant any of them. */
export function otherReferences(detections: readonly Detection[], chosen: string | undefined): string[] {
  const others = new Set(detections.flatMap(({ reference }) => reference ?? []));
  if (chosen !== undefined) others.delete(chosen);
  return [...others];
}

/**
 * Identifies the chosen receipt to people when a picture shows several.
 * @returns the last characters of its number; null when it is the only one, or none was chosen
 */
export function endOfChosen(detections: readonly Detection[], chosen: string | undefined): string | null {
  if (chosen === undefined || otherReferences(detections, chosen).length === 0) return null;
  return chosen.slice(-4);
}

/** The verification that failed after pictures were read. */
export interface FailedUpstream {
  /** True when the bank was asked, or a stored answer of it was used. */
  attempted: boolean;
  /** `provider_needs_full_url`, or the failure's code or reason. */
  reason: string | null;
  result: null;
}

/** Screenshot reads of the current day, for the whole service. */
export interface ScreenshotBudget {
  used: number;
  /** OCR_DAILY_BUDGET */
  budget: number;
  /** ISO 8601 UTC. */
  endsAt: string;
}

/** Recent state of picture reading, as seen by this process. */
export interface ReaderState {
  status: 'operational' | 'degraded' | 'down' | 'unknown';
  /** Response time of the model's last answer. */
  responseMs: number | null;
  error: string | null;
}
