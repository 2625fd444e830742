/** Payment requests and receiving accounts in the dashboard, without scripts: made, shown, decided, canceled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentRequestInput } from '../../../../src/engine/index.js';
import { openEnvironment, type TestEnvironment } from '../../../sidecar/environment.js';
import { type Person, person } from './support.js';

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

const page = '/dashboard/payment-requests';
const accounts = '/dashboard/receiving-accounts';
/** Of the simulated receipt DKK4A1B2C3, which shows 22,467.88 birr. */
const telebirr = { provider: 'telebirr', number: '+251 911 227 582', holder: 'Selam Test Tesfaye' };

async function owner(plan: 'free' | 'enterprise' = 'free') {
  const { account, key } = await environment.mint({ plan, ...(plan === 'enterprise' && { cap: 9 }) });
  const who = person(() => environment.app);
  await who.signIn(await environment.engine.accounts.loginLink(account));
  await who.get(accounts);
  return { account, key, who };
}

/** What the page says that a form leads to, and its address. */
async function told(who: Person, url: string, fields?: Record<string, string>) {
  const { statusCode, headers } = await who.post(url, fields);
  expect(statusCode).toBe(303);
  const at = String(headers.location);
  const { body } = await who.get(at);
  return { at: at.replace(/\?.*/, ''), body, notice: /class="notice[^>]*>([^<]*)/.exec(body)?.[1] ?? '' };
}

/** In review: a receipt paid much more than the request allows. */
async function inReview(account: string, key: string): Promise<string> {
  const caller = await environment.engine.accountOwner(account).caller('test');
  const receivers = [{ provider: 'telebirr', account: '251911227582', name: telebirr.holder }];
  const input: PaymentRequestInput = {
    amount: 500,
    toleranceOver: 1,
    notBefore: '2026-11-01T00:00:00Z',
    receivers,
  };
  const { id } = await environment.engine.paymentRequests.create(caller, input);
  await environment.post(key, { reference: 'DKK4A1B2C3' }, `/api/payment-requests/${id}/receipts`);
  return `${page}/${id}`;
}

describe('the owner of an account', () => {
  it('saves an account, makes a request for the customer, sees what was handed in, and cancels it', async () => {
    const { account, key, who } = await owner();
    expect((await who.get(page)).body).toContain('First add the account');
    expect((await told(who, page, { amount: '500' })).notice).toContain('save a receiving account first');
    expect((await told(who, accounts, telebirr)).notice).toContain('is saved');
    expect((await who.get(accounts)).body).toMatch(/Telebirr.*ends in 7582.*Selam Test Tesfaye/s);

    const fields = {
      amount: '1,250.50',
      description: 'Order <17>',
      externalId: 'till-9',
      minutes: '30',
      mode: 'test',
    };
    const token = /name="token" value="([^"]+)"/.exec((await who.get(page)).body)?.[1] ?? '';
    const made = await told(who, page, { ...fields, token });
    expect(made.notice).toContain('The request is created');
    for (const shown of [
      '1,250.50 ETB',
      'Order &lt;17>',
      'till-9',
      '251911227582',
      'This is a test:',
      'role="img"',
    ])
      expect(made.body).toContain(shown);
    const id = made.at.slice(page.length + 1);
    expect(made.body).toMatch(new RegExp(`<pre data-copy[^]*/pay/${id}</code>`));
    expect((await told(who, page, { ...fields, token })).at).toBe(made.at);

    await environment.post(key, { reference: 'DKK4A1GONE' }, `/api/payment-requests/${id}/receipts`);
    expect((await who.get(made.at)).body).toMatch(
      /Not verified.*\/docs\/errors\/not_found.*Telebirr, DKK4A1GONE.*You/s,
    );
    expect((await who.get(`${made.at}?lang=am`)).body).toMatch(/አልተረጋገጠም.*እርስዎ/s);
    await who.get(`${made.at}?lang=en`);
    expect((await told(who, `${made.at}/cancel`)).body).toMatch(/is canceled.*You canceled this request/s);
    expect((await told(who, `${made.at}/accept`, { reason: 'seen' })).notice).toContain(
      'has changed meanwhile',
    );
    expect((await environment.engine.paymentRequests.get(account, id)).status).toBe('canceled');

    // A test takes simulated receipts of any date.
    const paid = await told(who, page, { amount: '22467.88', mode: 'test' });
    const receipts = `/api/payment-requests/${paid.at.slice(page.length + 1)}/receipts`;
    await environment.post(key, { reference: 'DKK4A1B2C3' }, receipts);
    expect((await who.get(paid.at)).body).toMatch(
      /The bank shows the payment as settled.*closed the request/s,
    );

    const [saved = ''] =
      /\/dashboard\/receiving-accounts\/\w+\/remove/.exec((await who.get(accounts)).body) ?? [];
    expect((await told(who, saved)).notice).toContain('is removed');
    expect((await told(who, saved)).notice).toContain('no such account');
  });

  it('accepts or refuses a payment in review, with a reason', async () => {
    const { account, key, who } = await owner();
    const first = await inReview(account, key);
    expect((await who.get(first)).body).toMatch(/More was paid than the request allows.*In review/s);
    expect((await told(who, `${first}/accept`, { reason: ' ' })).notice).toContain('Say why');
    const refused = await told(who, `${first}/refuse`, { reason: 'not <ours>' });
    expect(refused.body).toMatch(/open again.*You refused a payment.*not &lt;ours>/s);
    const second = await inReview(account, key);
    const [, attempt = ''] = /name="attempt" value="(att_\w+)"/.exec((await who.get(second)).body) ?? [];
    // A page that showed an earlier payment decides nothing about this one.
    const earlier = { reason: 'seen at the bank', attempt: `att_${'A'.repeat(22)}` };
    expect((await told(who, `${second}/accept`, earlier)).notice).toContain('has changed meanwhile');
    expect((await who.get(second)).body).toContain('In review');
    const accepted = await told(who, `${second}/accept`, { reason: 'seen at the bank', attempt });
    expect(accepted.body).toMatch(/the request is paid.*The bank shows the payment.*seen at the bank/s);
    const list = (await who.get(`${page}?status=paid`)).body;
    expect(list).toContain(second);
    expect(list).not.toContain(first);
  });

  it.each([
    ['no amount', { amount: 'much' }, 'has to be in birr'],
    ['too long a time', { amount: '5', minutes: '10081' }, '1 to 10,080 minutes'],
    ['no number of minutes', { amount: '5', minutes: 'x' }, '1 to 10,080 minutes'],
  ])('is told why %s makes no request', async (_what, fields, why) => {
    const { account, who } = await owner();
    await environment.engine.shops.saveAccount(account, { provider: 'telebirr', number: '251911227582' });
    expect((await told(who, page, fields)).notice).toContain(why);
    expect((await environment.engine.paymentRequests.list(account, {})).paymentRequests).toEqual([]);
  });

  it('is told why a number is no account, and that contracts of keys set the caps', async () => {
    const { account, who } = await owner('enterprise');
    expect((await told(who, accounts, { ...telebirr, number: '12' })).notice).toContain('5 to 34 letters');
    await told(who, accounts, telebirr);
    expect((await told(who, page, { amount: '5' })).notice).toContain('contracts of keys');
    expect((await environment.engine.paymentRequests.list(account, {})).paymentRequests).toEqual([]);
  });

  it('turns the pages of a long list', async () => {
    const { account, who } = await owner();
    const caller = await environment.engine.accountOwner(account).caller('test');
    const receivers = [{ provider: 'cbe', account: '1000123456789' }];
    for (let nth = 0; nth <= 100; nth += 1)
      await environment.engine.paymentRequests.create(caller, {
        amount: 5,
        receivers,
        description: `No ${nth}.`,
      });
    const first = (await who.get(`${page}?status=open`)).body;
    expect(first).toMatch(/No 100\..*No 1\./s);
    expect(first).not.toContain('No 0.');
    const older = /href="([^"]+after=pr_[^"]+)"/.exec(first)?.[1]?.replace('&amp;', '&') ?? '';
    const last = (await who.get(older)).body;
    expect(last).toContain('No 0.');
    expect(last).not.toContain('No 1.');
    expect(last).toContain('Newest');
  });

  it('does not see or change what belongs to another account', async () => {
    const [mine, other] = [await owner(), await owner()];
    const review = await inReview(other.account, other.key);
    expect((await mine.who.get(review)).statusCode).toBe(404);
    for (const change of ['accept', 'refuse', 'cancel'])
      expect((await told(mine.who, `${review}/${change}`, { reason: 'mine' })).notice).toContain(
        'no such payment request',
      );
    expect((await other.who.get(review)).body).toContain('In review');
    const { id } = await environment.engine.shops.saveAccount(other.account, {
      provider: 'cbe',
      number: '1000123456789',
    });
    expect((await told(mine.who, `${accounts}/${id}/remove`)).notice).toContain('no such account');
  });
});

it('without a session or the token of the form nothing is shown or changed', async () => {
  const { account, key, who } = await owner();
  const review = await inReview(account, key);
  const forged = { reason: 'forged', 'csrf-token': 'x' };
  expect((await who.post(`${review}/accept`, forged)).statusCode).toBe(403);
  expect((await who.post(accounts, { ...telebirr, 'csrf-token': 'x' })).statusCode).toBe(403);
  who.cookies.clear();
  for (const shown of [page, review, accounts])
    expect((await who.get(shown)).headers.location).toBe('/dashboard');
  expect((await environment.engine.paymentRequests.get(account, review.slice(page.length + 1))).status).toBe(
    'review',
  );
  expect(await environment.engine.shops.accounts(account)).toEqual([]);
});
