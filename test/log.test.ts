import { describe, expect, it } from 'vitest';
import { createLog, type Logger } from '../src/log.js';

const secrets = {
  reference: 'DKK4A1B2C3',
  url: 'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3',
  token: 'v2-AbCdEfGhIjKlMnOpQrSt',
  key: 'vk_live_0123456789abcdefghijABCDEFGHIJ12',
  account: '1000000000012',
  phone: '+251911000001',
  payer: 'Abebe Test Kebede 12',
};

function logged(write: (log: Logger) => void): { text: string; lines: Record<string, unknown>[] } {
  const texts: string[] = [];
  write(createLog('trace', { write: (line) => void texts.push(line) }));
  return { text: texts.join(''), lines: texts.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('a log line', () => {
  it('keeps the fields of the allow-list', () => {
    const fields = {
      component: 'store',
      provider: 'telebirr',
      reason: 'bank_timeout',
      code: 'UND_ERR_SOCKET',
      route: '/api/verify/:requestId',
      egress: 'main',
      host: 'transactioninfo.ethiotelecom.et',
      requestId: '0b0a3a52-7f0e-4b0e-9a55-0d9f2f9f8b11',
      status: 503,
      ms: 12.5,
      count: 3,
    };
    const { lines } = logged((log) => log.info(fields, 'a bank did not answer'));
    expect(lines).toEqual([
      { level: 'info', time: expect.any(String), ...fields, msg: 'a bank did not answer' },
    ]);
  });

  it('drops every other field, however deep', () => {
    const { text } = logged((log) => {
      log.info({ ...secrets, body: secrets, headers: [secrets.key] }, 'one');
      log
        .child({ ...secrets })
        .child({ request: secrets })
        .warn({ payload: secrets }, 'two');
    });
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  });

  it.each(Object.entries(secrets))('keeps a %s out of an allowed field, too', (_, secret) => {
    const names = ['component', 'reason', 'host', 'requestId', 'provider', 'route', 'code', 'kind'];
    for (const name of names) {
      const { text } = logged((log) => log.info({ [name]: secret }, 'text'));
      expect(text, name).not.toContain(secret);
    }
  });

  it('never quotes the message of an error, nor that of its cause', () => {
    const cause = new TypeError(`${secrets.key}\n    at ${secrets.reference} (there)`);
    const error = Object.assign(new Error(secrets.url, { cause }), {
      code: 'ECONNRESET',
      kind: secrets.account,
    });
    const { text, lines } = logged((log) => {
      log.error(error);
      log.error({ err: error }, 'text');
      log.error({ component: 'x', error });
      log.child({ err: error }).error('text');
    });
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    for (const line of lines) {
      expect(line.err).toMatchObject({ name: 'Error', code: 'ECONNRESET', cause: { name: 'TypeError' } });
      expect((line.err as { stack: string[] }).stack[0]).toMatch(/^at /);
    }
  });

  it('takes no values into its text', () => {
    const { text } = logged((log) => log.info('got %s', secrets.reference));
    expect(text).not.toContain(secrets.reference);
  });
});

it('a level holds back what is below it', () => {
  const texts: string[] = [];
  const log = createLog('warn', { write: (line) => void texts.push(line) });
  log.info('quiet');
  log.warn('loud');
  expect(texts).toHaveLength(1);
});
