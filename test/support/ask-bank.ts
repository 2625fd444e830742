import { type IncomingHttpHeaders, request } from 'node:http';
import type { Sandbox } from '../../src/sandbox/index.js';

export interface BankAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface AskOptions {
  /** The connection's source address. */
  from?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Closes the connection after this many bytes. */
  leaveAfter?: number;
}

const cbeHeaders = { 'x-app-id': 'app', 'x-app-version': '1' };

/** Requests a provider's URL from a simulated bank. Rejects if the connection ends without a response. */
export function askBank(sandbox: Sandbox, url: string, options: AskOptions = {}): Promise<BankAnswer> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({
      ...sandbox.address(),
      path: pathname + search,
      agent: false,
      headers: { host, ...cbeHeaders, ...options.headers },
      ...(options.from ? { localAddress: options.from } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const answer = () => {
        const body = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body,
          text: body.toString('utf8'),
        });
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (options.leaveAfter === undefined || length < options.leaveAfter) return;
        answer();
        response.destroy();
      });
      response.on('end', answer);
      response.on('error', reject);
    });
    sent.end();
  });
}

/** URL that the service fetches for a reference, by `receipt.source`. */
export const bankUrl: Record<string, (reference: string) => string> = {
  'telebirr-html': (reference) => `https://transactioninfo.ethiotelecom.et/receipt/${reference}`,
  'cbe-pdf': (reference) => `https://apps.cbe.com.et:100/?id=${reference}10000012`,
  'mb-json': (reference) =>
    `https://mb.cbe.com.et/api/v1/transactions/public/transaction-detail/${reference}`,
  'boa-json': (reference) => `https://cs.bankofabyssinia.com/api/onlineSlip/getDetails/?id=${reference}20036`,
};
