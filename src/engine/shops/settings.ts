/** Name and settings of a shop. The name is stored with the account. */
import { checkedRange, cleanBirr, cleanName, cleanTime } from '#engine/shared/validation.js';
import {
  type Language,
  languages,
  type SettingsChange,
  type Shop,
  ShopError,
  type ShopSettings,
  type Shops,
} from '../api/shops.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import { type BusinessDay, businessDay } from './calendar.js';
import type { ShopContext } from './context.js';

/** A year: below the 400 days of the book, so that no accepted receipt can be submitted again after its line has expired. */
const maxAgeHoursMax = 8_760;

export const defaultSettings: ShopSettings = {
  language: 'am',
  tolerance: '0.00',
  maxAgeHours: 24,
  closingTime: null,
  askAmount: false,
  alerts: true,
};

export interface Settings extends Pick<Shops, 'get' | 'rename' | 'set'> {
  create(id: string, language: Language): Promise<void>;
  /** Null when there is no such shop. */
  find(id: string): Promise<Shop | null>;
  /** The business day of a moment, ms. */
  dayAt(id: string, moment: number): Promise<BusinessDay>;
  /** Schedules the next daily report; null: none. */
  schedule(id: string, closingTime: string | null): Promise<void>;
}

export function createSettings({
  store,
  timeZone,
  now,
}: Pick<ShopContext, 'store' | 'timeZone' | 'now'>): Settings {
  const { client } = store;

  async function find(id: string): Promise<Shop | null> {
    const [name, record] = await orUnavailable(
      Promise.all([client.hget(names.account(id), 'name'), client.hgetall(names.shop(id))]),
    );
    return record.language === undefined ? null : { id, name: name ?? '', settings: settingsOf(record) };
  }

  async function get(id: string): Promise<Shop> {
    const shop = await find(id);
    if (shop === null) throw new ShopError('unknown', 'shop');
    return shop;
  }

  async function schedule(id: string, closingTime: string | null): Promise<void> {
    const commands = client.multi();
    if (closingTime === null) {
      commands.zrem(names.closings(), id).hdel(names.closingDates(), id);
    } else {
      const { endsAt, date } = businessDay(now(), closingTime, timeZone);
      commands.zadd(names.closings(), endsAt, id).hset(names.closingDates(), id, date);
    }
    await orUnavailable(commands.exec());
  }

  return {
    find,
    get,
    schedule,

    async dayAt(id, moment) {
      const closingTime = await orUnavailable(client.hget(names.shop(id), 'closingTime'));
      return businessDay(moment, closingTime || null, timeZone);
    },

    async create(id, language) {
      const settings = { language, tolerance: '0.00', maxAgeHours: 24, closingTime: '' };
      await orUnavailable(client.hset(names.shop(id), settings));
    },

    async rename(id, name) {
      const shop = await get(id);
      const cleaned = cleanName(name, 'name');
      await orUnavailable(client.hset(names.account(id), 'name', cleaned));
      return { ...shop, name: cleaned };
    },

    async set(id, change) {
      const shop = await get(id);
      const fields = fieldsOf(change);
      if (fields.closingTime !== undefined) await schedule(id, fields.closingTime || null);
      if (Object.keys(fields).length > 0) await orUnavailable(client.hset(names.shop(id), fields));
      return { ...shop, settings: settingsOf(fields, shop.settings) };
    },
  };
}

/** The changed fields only. @throws ShopError `invalid` */
function fieldsOf({
  language,
  tolerance,
  maxAgeHours,
  closingTime,
  askAmount,
  alerts,
}: SettingsChange): Record<string, string> {
  const fields: Record<string, string> = {};
  if (alerts !== undefined) fields.alerts = alerts ? '1' : '0';
  if (language !== undefined) fields.language = checkedLanguage(language);
  if (tolerance !== undefined) fields.tolerance = cleanBirr(tolerance, 'tolerance');
  if (maxAgeHours !== undefined) {
    fields.maxAgeHours = String(checkedRange(maxAgeHours, 1, maxAgeHoursMax, 'maxAgeHours'));
  }
  if (closingTime !== undefined)
    fields.closingTime = closingTime ? cleanTime(closingTime, 'closingTime') : '';
  if (askAmount !== undefined) fields.askAmount = askAmount ? '1' : '';
  return fields;
}

/** @throws ShopError `invalid` */
export function checkedLanguage(language: string): Language {
  const found = languages.find((supported) => supported === language);
  if (found === undefined) throw new ShopError('invalid', 'language');
  return found;
}

/** @param record stored fields; those that are absent are as in `others` */
function settingsOf(record: Readonly<Record<string, string>>, others = defaultSettings): ShopSettings {
  const { language, tolerance, maxAgeHours, closingTime, askAmount, alerts } = record;
  return {
    language: languages.find((known) => known === language) ?? others.language,
    tolerance: tolerance ?? others.tolerance,
    maxAgeHours: Number(maxAgeHours ?? others.maxAgeHours),
    closingTime: closingTime === undefined ? others.closingTime : closingTime || null,
    askAmount: askAmount === undefined ? others.askAmount : askAmount === '1',
    alerts: alerts === undefined ? others.alerts : alerts !== '0',
  };
}
