/** What callers ask for, checked when it is compiled and again when it is called. */
import { MisuseError } from './errors.js';
import type { operations } from './schema.js';

type ApiBody = operations['verify']['requestBody']['content']['application/json'];
type ApiExpectation = NonNullable<ApiBody['expect']>;
type ApiItem = operations['verifyBatch']['requestBody']['content']['application/json']['items'][number];
type ImageBody = operations['verifyImage']['requestBody']['content']['application/json'];

/** Key of a bank, such as `telebirr`. */
export type ProviderKey = NonNullable<ApiBody['provider']>;

/** What the payment must be. */
export type Expectation = Omit<ApiExpectation, 'amount' | 'account' | 'name'> & {
  /** In birr: a number, a decimal string, or `'any'` where any amount is right. */
  amount: number | string;
} & Receiver;

/** Who must have been paid: without it, a receipt of a payment to somebody else would pass. */
export type Receiver =
  | { account: string; name?: string; receiver?: never }
  | { name: string; account?: never; receiver?: never }
  /** One of the receiving accounts that the account has saved. */
  | { receiver: 'saved'; account?: never; name?: never };

/** Exactly one of a link, a reference and a text. */
export type What =
  | { url: string; reference?: never; text?: never }
  | { reference: string; url?: never; text?: never }
  | { text: string; url?: never; reference?: never };

/** What some banks need beside the reference. */
export type Hints = Pick<ApiBody, 'provider' | 'account' | 'phone'>;

/** A receipt to look up, without a check. */
export type ResolveRequest = What & Hints;

/** `expect: null` checks nothing: the result is then never `accepted`. */
export type VerifyRequest = What & Hints & { expect: Expectation | null };

/** Pictures of one receipt: bytes, base64 or `data:` URLs of JPEG, PNG, WebP or PDF. */
export type ImageRequest = Hints & {
  images: readonly [Picture, ...Picture[]];
  /** Text sent with the pictures. */
  text?: string;
  expect: Expectation | null;
};

export type Picture = Uint8Array | string;

type Members<T> = T extends unknown ? keyof T : never;
type NoOthers<Given, Allowed> = { [Name in Exclude<keyof Given, Allowed>]: `Unknown here: ${Name & string}` };

/** The argument, with an error at every member that the service would ignore: also at those of a variable. */
export type Exact<Given extends { expect: Expectation | null }, Allowed> = Given &
  NoOthers<Given, Members<Allowed>> & {
    expect: NoOthers<NonNullable<Given['expect']>, Members<Expectation>> | null;
  };

const hints = { provider: true, account: true, phone: true } satisfies Record<keyof Hints, true>;
const what = { url: true, reference: true, text: true } satisfies Record<keyof What, true>;
const expectation = {
  ...{ amount: true, tolerance: true, account: true, name: true, receiver: true },
  ...{ bank: true, maxAgeHours: true, notBefore: true },
} satisfies Record<Members<Expectation> & string, true>;

/** The body of a request to look up. @throws MisuseError for anything but one link, reference or text */
export function resolveBody(request: ResolveRequest): ApiBody {
  noOthers('the request', request, { ...what, ...hints });
  oneOfThree(request);
  return { ...request };
}

/** The body of a verification. @throws MisuseError if members are unknown, or no receiver is expected */
export function verifyBody(request: VerifyRequest): ApiBody {
  noOthers('the request', request, { ...what, ...hints, expect: true });
  oneOfThree(request);
  return withExpectation(request) as ApiBody;
}

/** The body of pictures. @throws MisuseError if members are unknown, no receiver is expected, or there is no picture */
export function imageBody(request: ImageRequest): ImageBody {
  noOthers('the request', request, { images: true, text: true, ...hints, expect: true });
  const { images, ...rest } = request;
  if (!Array.isArray(images) || images.length === 0)
    throw new MisuseError('Give `images`, a list of pictures.');
  return { ...withExpectation(rest), images: images.map((picture) => ({ imageBase64: base64(picture) })) };
}

/** An item of a batch, with an `id` of your own. */
export type BatchItem = ResolveRequest & Pick<ApiItem, 'id' | 'expect'>;

/** The bodies of the items of a batch. @throws MisuseError if members are unknown, or one has not one receipt */
export function itemBodies(items: readonly BatchItem[]): ApiItem[] {
  if (!Array.isArray(items)) throw new MisuseError('Give `items`, a list.');
  return items.map((item: BatchItem, index) => {
    noOthers(`items[${index}]`, item, { id: true, ...what, ...hints, expect: true });
    oneOfThree(item);
    return { ...item } as ApiItem;
  });
}

/** The `Idempotency-Key` of a call. @throws MisuseError for one that no header takes */
export function checkedKey<Key extends string | null>(key: Key): Key {
  if (key === null || /^[\x20-\x7e]{1,256}$/.test(key)) return key;
  throw new MisuseError('An `idempotencyKey` has 1 to 256 printable ASCII characters.');
}

/** Whether the request wants the amount to be checked. */
export function demandsOf({ expect }: { expect: Expectation | null }): { amount: boolean } {
  return { amount: expect?.amount !== 'any' };
}

/** `expect` as the API takes it: `'any'` and `'saved'` are said by leaving the member out. */
function withExpectation<T extends { expect: Expectation | null }>({ expect, ...rest }: T) {
  if (expect === null) return rest;
  checkExpectation(expect);
  const { amount, receiver: _, ...others } = expect;
  const expected = { ...others, ...(amount === 'any' ? {} : { amount }) };
  return Object.keys(expected).length === 0 ? rest : { ...rest, expect: expected };
}

function checkExpectation(expect: unknown): asserts expect is Expectation {
  if (typeof expect !== 'object' || expect === null) throw new MisuseError(`Give \`expect\`. ${howToExpect}`);
  noOthers('`expect`', expect, expectation);
  const { amount, account, name, receiver } = expect as Record<string, unknown>;
  const isAmount = typeof amount === 'number' ? Number.isFinite(amount) : isText(amount);
  if (!isAmount) throw new MisuseError(`\`expect\` has no amount. ${howToExpect}`);
  const given = Object.entries({ account, name, receiver }).filter(([, value]) => value !== undefined);
  if (given.length === 0 || !given.every(([, value]) => isText(value))) {
    throw new MisuseError(`\`expect\` has no receiver. ${howToExpect}`);
  }
  if (receiver !== undefined && (receiver !== 'saved' || given.length > 1)) {
    throw new MisuseError(`\`receiver\` is 'saved', without account and name. ${howToExpect}`);
  }
}

const howToExpect =
  "For example {amount: '500.00', account: '0911223344', bank: 'telebirr'}, {amount: '500.00', name: 'Selam Test'} or {amount: '500.00', receiver: 'saved'}; null checks nothing.";

function oneOfThree(request: object): void {
  const given = Object.entries(request).filter(([name, value]) => name in what && value !== undefined);
  if (given.length !== 1) throw new MisuseError('Give exactly one of `url`, `reference` and `text`.');
}

function noOthers(where: string, given: object, allowed: Readonly<Record<string, true>>): void {
  if (typeof given !== 'object' || given === null) throw new MisuseError(`Give ${where} as an object.`);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(allowed, name));
  if (unknown.length === 0) return;
  throw new MisuseError(
    `Unknown in ${where}: ${unknown.join(', ')}. It takes ${Object.keys(allowed).join(', ')}.`,
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function base64(picture: Picture): string {
  return typeof picture === 'string' ? picture : Buffer.from(picture).toString('base64');
}
