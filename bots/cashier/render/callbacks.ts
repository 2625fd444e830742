/**
 * Callback data of buttons: a letter and its arguments, at most 64 bytes (Telegram's limit). It may be forged:
 * `decodeAction` checks only the form; features check permissions.
 */
import * as z from 'zod';
import { locales } from './types.js';

/** Telegram's limit on callback data, in bytes. */
const maxCallbackBytes = 64;

const id = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
const provider = z.string().regex(/^[a-z0-9]{2,16}$/);
const settingName = z.enum(['name', 'tolerance', 'maxAgeHours', 'closingTime']);
/** `2030`, because the colon is the separator. */
const closing = z.string().regex(/^([01]\d|2[0-3])[0-5]\d$|^off$/);
const page = z.string().regex(/^\d{1,2}$/);
const role = z.enum(['owner', 'cashier']);
const period = z.enum(['week', 'month']);
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
/** ms. */
const moment = z.string().regex(/^\d{13}$/);

/**
 * Letter and arguments in order; `chosen` marks actions on the chosen shop. Buttons of old messages contain the letters: never
 * reuse one.
 */
const forms = {
  language: ['l', { locale: z.enum(locales) }],
  openShop: ['o', {}],
  haveInvitation: ['i', {}],
  retry: ['r', { job: id }],
  acceptAnyway: ['a', { row: id }],
  chooseBank: ['p', { job: id, provider }],
  chooseAccount: ['c', { job: id, account: id }],
  typeDigits: ['d', { job: id }],
  chooseShop: ['s', { shop: id }],
  removeMember: ['m', { member: id }],
  confirmRemoval: ['M', { member: id }],
  staffPage: ['q', { page }, 'chosen'],
  renameMember: ['n', { member: id }],
  invite: ['v', { role }, 'chosen'],
  addAccount: ['b', {}, 'chosen'],
  addAccountAt: ['B', { provider }, 'chosen'],
  skipHolder: ['k', {}],
  removeAccount: ['x', { account: id }, 'chosen'],
  confirmAccountRemoval: ['X', { account: id }, 'chosen'],
  changeSetting: ['t', { setting: settingName }, 'chosen'],
  closeAt: ['h', { time: closing }, 'chosen'],
  setAlerts: ['G', { to: z.enum(['on', 'off']) }, 'chosen'],
  startShift: ['j', {}, 'chosen'],
  endShift: ['J', { date, start: moment }],
  report: ['f', { period, date }, 'chosen'],
  exportPeriod: ['F', { period, date }, 'chosen'],
  confirmDeletion: ['y', {}],
  cancel: ['z', {}],
  askOwner: ['e', { job: id }],
  approve: ['A', { question: id }],
  refuse: ['R', { question: id }],
  undo: ['u', { job: id }],
  confirmUndo: ['U', { job: id }],
  keepAcceptance: ['K', { job: id }],
  undoRow: ['W', { row: id }],
  typeAmount: ['g', { job: id }],
  restElsewhere: ['w', { job: id }],
  askAmounts: ['T', { to: z.enum(['on', 'off']) }, 'chosen'],
  cancelRequest: ['H', { request: id }],
  acceptRequest: ['Y', { request: id, attempt: id }],
  refuseRequest: ['N', { request: id, attempt: id }],
} as const;

type Forms = typeof forms;
export type ActionName = keyof Forms;
export type SettingName = z.infer<typeof settingName>;
export type MemberRole = z.infer<typeof role>;

type Values<F> = { [K in keyof F]: F[K] extends z.ZodType ? z.infer<F[K]> : never };

/** The action of a button, for example `{ do: 'retry', job: '…' }`. */
export type Action = { [N in ActionName]: { do: N } & Values<Forms[N][1]> }[ActionName];

const byLetter = new Map(
  Object.entries(forms).map(([name, [letter, shape]]) => {
    return [letter as string, { name, names: Object.keys(shape), schema: z.object(shape) }];
  }),
);

/** @throws RangeError if an argument could not be decoded again, or the data is longer than 64 bytes */
export function encodeAction(action: Action): string {
  const [letter, shape] = forms[action.do];
  const values = action as unknown as Record<string, string | number>;
  const data = [letter, ...Object.keys(shape).map((name) => String(values[name]))].join(':');
  if (Buffer.byteLength(data) > maxCallbackBytes || decodeAction(data) === null) {
    throw new RangeError(`not the data of a button: ${action.do}`);
  }
  return data;
}

/** @returns null if it is not a result of `encodeAction` */
export function decodeAction(data: string): Action | null {
  if (Buffer.byteLength(data) > maxCallbackBytes) return null;
  const [letter = '', ...values] = partsOf(data).action.split(':');
  const form = byLetter.get(letter);
  if (form === undefined) return null;
  if (form.names.length !== values.length) return null;
  const read = form.schema.safeParse(Object.fromEntries(form.names.map((name, at) => [name, values[at]])));
  return read.success ? ({ do: form.name, ...read.data } as Action) : null;
}

/** Adds the shop to a button for the chosen shop, so that it still acts on that shop if another is chosen later. */
export function inShop(data: string, shop: string): string {
  const action = decodeAction(data);
  const named = `${partsOf(data).action}@${shop}`;
  return action && forms[action.do][2] === 'chosen' && decodeAction(named) ? named : data;
}

/** The shop named by a button; null if none. Features check membership. */
export function shopNamed(data: string): string | null {
  return partsOf(data).shop ?? null;
}

function partsOf(data: string): { action: string; shop: string | undefined } {
  const [, action = data, shop] = /^([^@]*)@([A-Za-z0-9_-]{1,40})$/.exec(data) ?? [];
  return { action, shop };
}
