/** One HTTP call of the checking client, with a time-out. */

/** Outcome of a call: a response, a failed connection, or a time-out. */
export type Reply =
  | { kind: 'answer'; status: number; retryAfter: string | null; body: Body }
  | { kind: 'broken' }
  | { kind: 'late'; url: string };

export interface Body {
  ok?: boolean;
  verdict?: string;
  requestId?: string | null;
  reference?: string;
  cached?: boolean;
  statusUrl?: string;
  payment?: { reference?: string; amount?: string } & object;
  error?: { code?: string; reason?: string; message?: string; used?: number; cap?: number } | null;
}

export interface Ask {
  url: string;
  key?: string;
  body?: object;
  idempotencyKey?: string;
  msMax: number;
}

/** POST with a body, GET without. Never throws. */
export async function call({ url, key, body, idempotencyKey, msMax }: Ask): Promise<Reply> {
  const signal = AbortSignal.timeout(msMax);
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      signal,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'x-api-key': key }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Body;
    return {
      kind: 'answer',
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: answer,
    };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'answer', status: 0, retryAfter: null, body: {} };
    return signal.aborted ? { kind: 'late', url } : { kind: 'broken' };
  }
}
