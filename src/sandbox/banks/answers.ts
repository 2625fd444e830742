/** Answers in forms that web servers share. */
import type { BankAnswer } from './types.js';

export const htmlType = 'text/html; charset=utf-8';
export const jsonType = 'application/json; charset=utf-8';
export const pdfType = 'application/pdf';

export function htmlAnswer(body: string, status = 200): BankAnswer {
  return { status, contentType: htmlType, body };
}

export function jsonAnswer(body: unknown, status = 200, contentType = jsonType): BankAnswer {
  return { status, contentType, body: JSON.stringify(body) };
}

export function pdfAnswer(body: Uint8Array): BankAnswer {
  return { status: 200, contentType: pdfType, body };
}

/** A web server's own page for an address that does not exist. */
export const noSuchPage: BankAnswer = htmlAnswer(
  '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n</body>\r\n</html>\r\n',
  404,
);
