/** Stored alerts to owners. While this process is the leader, all writes go through its copy in memory. */
import * as z from 'zod';
import type { BotRecord, BotStore } from '../../src/engine/index.js';

/** Longer than a business day: repetitions on that day belong to the same alert. */
const keepMs = 2 * 86_400_000;
/** New alerts per shop and hour; further ones are only counted, in one more message. */
const perHour = 20;
export const hourMs = 3_600_000;

const alert = z.object({
  shop: z.string(),
  kind: z.enum(['twice', 'foreign', 'reversed', 'anyway', 'shift', 'more']),
  /** Id of the ledger entry; of a shift its day and start. */
  about: z.string(),
  /** Member who caused it; does not get the alert. */
  by: z.string(),
  times: z.number(),
  /** Link to the message in which it happened last. */
  link: z.string().nullable(),
  /** ms. */
  at: z.number(),
  /** Only for kind `more`: the alerts it counts. */
  counted: z.array(z.string()).optional(),
  /** By person: the message (null if it could not be sent) and the count it shows. */
  told: z.record(z.string(), z.object({ message: z.number().nullable(), times: z.number() })),
});
export type Alert = z.infer<typeof alert>;

export class AlertStore {
  /** Alerts of this leadership term. */
  readonly inMemory = new Map<string, Alert>();

  constructor(private readonly botStore: BotStore) {}

  async change(id: string, next: Alert): Promise<void> {
    this.inMemory.set(id, next);
    await this.botStore.put(id, next, { keepMs });
  }

  async find(id: string): Promise<Alert | null> {
    return this.inMemory.get(id) ?? alert.safeParse(await this.botStore.get(id)).data ?? null;
  }

  async remove(id: string): Promise<void> {
    this.inMemory.delete(id);
    await this.botStore.remove(id);
  }

  all(): Promise<BotRecord[]> {
    return this.botStore.all('alert');
  }

  /** The latest state of a stored alert; undefined if it cannot be read. */
  latest({ id, value }: BotRecord): Alert | undefined {
    return this.inMemory.get(id) ?? alert.safeParse(value).data;
  }

  /** Whether the shop has got so many alerts within an hour that further ones are only counted. */
  isOverLimit(shop: string): boolean {
    const now = Date.now();
    for (const [id, { at }] of this.inMemory) if (now - at > keepMs) this.inMemory.delete(id);
    const recent = [...this.inMemory.values()].filter(
      (alert) => alert.shop === shop && now - alert.at < hourMs,
    );
    return recent.filter(({ kind }) => kind !== 'more' && kind !== 'shift').length >= perHour;
  }
}
