/** Answers in forms that web servers share. */
import type { PrintedPage } from '../pdf-renderer/types.js';
import type { BankAnswer, ReceiptVariant, SimulatedBank } from './types.js';

export const htmlType = 'text/html; charset=utf-8';
export const jsonType = 'application/json; charset=utf-8';
export const pdfType = 'application/pdf';

export function htmlAnswer(body: string, status = 200): BankAnswer {
  return { status, contentType: htmlType, body };
}

export function jsonAnswer(body: unknown, status = 200, contentType = jsonType): BankAnswer {
  return { status, contentType, body: JSON.stringify(body) };
}

/** Receipts that are a PDF of a page. */
export function pdfOf(
  page: (reference: string, variant: ReceiptVariant) => PrintedPage,
): SimulatedBank['receipt'] {
  return async (reference, variant, print) => {
    return { status: 200, contentType: pdfType, body: await print(page(reference, variant)) };
  };
}

/** A web server's own page for an address that does not exist. */
export const noSuchPage: BankAnswer = htmlAnswer(
  '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n</body>\r\n</html>\r\n',
  404,
);

/** Finds the reference in the path of a request. @param pattern its first group is the reference; other paths do not exist */
export function inPath(pattern: RegExp): SimulatedBank['lookUp'] {
  return ({ path }) => {
    const reference = pattern.exec(path)?.[1];
    return reference ? { reference } : { answer: noSuchPage };
  };
}
