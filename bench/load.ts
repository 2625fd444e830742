/** Load generator: calls one server as fast as it answers. */
import autocannon from 'autocannon';

export const connections = 64;

export interface Contestant {
  url: string;
  /** Addresses of further processes, each of which gets as many of the connections. */
  moreUrls?: readonly string[];
  headers: Record<string, string>;
  body: string;
  /** 64 when absent. */
  connections?: number;
  /** The body of each call, instead of the same one. */
  nextBody?: () => string;
}

/** @returns responses per second. @throws Error if there is none, or one of them is not 200 */
export async function load(contestant: Contestant, seconds: number): Promise<number> {
  const { url, headers, body, nextBody } = contestant;
  // Its types do not know that there may be several.
  const urls = [url, ...(contestant.moreUrls ?? [])] as unknown as string;
  const result = await autocannon({
    ...{ url: urls, method: 'POST', headers, body, duration: seconds },
    connections: contestant.connections ?? connections,
    ...(nextBody && { requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }] }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} calls failed`);
  if (result.requests.total === 0) throw new Error(`no call was answered in ${seconds} s`);
  return result.requests.total / result.duration;
}
