/** What is read in pictures, as callers are told. */

/** Something in a picture that names a receipt: a hint, and never a fact. */
export interface Detection {
  provider: string | null;
  reference: string | null;
  /** The bank's link, where the picture shows one. */
  url: string | null;
  /** From 0 to 1. */
  confidence: number;
  /** A QR code, the AI model, or a text: of a PDF, or what came with the pictures. */
  by: 'qr' | 'ai' | 'text';
}

/** What became of a verification of what was read that ended in no receipt. */
export interface FailedUpstream {
  /** True once the verification went as far as to the bank, or to what is kept of its answer. */
  attempted: boolean;
  /** `provider_needs_full_url`, or the failure's code or reason. */
  reason: string | null;
  result: null;
}

/** The screenshot reads of the running day, for the whole service. */
export interface ScreenshotBudget {
  used: number;
  /** OCR_DAILY_BUDGET */
  budget: number;
  /** ISO 8601 UTC. */
  endsAt: string;
}
/** How the reading of pictures did lately, as far as this process knows. */

export interface ReaderState {
  status: 'operational' | 'degraded' | 'down' | 'unknown';
  /** Of the model's last answer. */
  responseMs: number | null;
  error: string | null;
}
