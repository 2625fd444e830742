/** Environment of a run: processes of Redis, the banks, two services and a bot, with keys and a chat. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApplication } from '../../test/engine/support.js';
import { type FakeTelegram, type Scene, startTelegram } from '../../test/support/telegram/index.js';
import { type Banks, startBanks } from './bank-process.js';
import { type Clocks, clocksIn } from './clock.js';
import { type Group, startCluster, startSentinels } from './groups.js';
import { type Link, openLink } from './link.js';
import { type RedisProcess, type Store, startRedis } from './redis.js';
import { freePort, type Supervised, supervise } from './services.js';

export interface Client {
  account: string;
  key: string;
}

/** What faults need of their environment: clocks that can be moved, or something between the service and Redis. */
export type Setting = 'plain' | 'clock' | 'link' | 'sentinel' | 'cluster';

export interface Environment {
  store: Store;
  /** The store if it is one server. @throws Error if it is several */
  redis: RedisProcess;
  /** The store if it is several servers, else null. */
  group: Group | null;
  /** Between the service and Redis; null in other settings. */
  link: Link | null;
  banks: Banks;
  /** The first is a service of two workers, the second one process. */
  apis: readonly [Supervised, Supervised];
  bot: Supervised;
  chat: Scene;
  /** The account that the chat's receipts are charged to. */
  shop: string;
  /** Big enough for the whole run. */
  main: Client;
  second: Client;
  /** Its window is the day. */
  daily: Client;
  /** Checks whether everything works; its calls are not recorded. */
  scout: Client;
  revoked: string;
  /** Creates an account with this cap. */
  capped(cap: number): Promise<Client>;
  /** Directory of the append-only file, and whether it is a small disk of its own. */
  disk: { directory: string; small: boolean };
  /** The clocks of the processes; null if they cannot be moved. */
  clocks: Clocks | null;
  close(): Promise<void>;
}

/**
 * Of the service; the limits in responses follow from them. An attempt is long enough for a simulated bank
 * that takes its 3 s on a busy machine.
 */
export const settings = { queueWaitSeconds: 20, attemptSeconds: 10, probeSeconds: 5 } as const;

const token = '777000:AAHtokenOfTheChaosRun_0123456789';
const smallDiskMb = 64;
const rate = 1_000_000;

export async function openEnvironment(setting: Setting): Promise<Environment> {
  const directory = mkdtempSync(join(tmpdir(), 'deresegn-chaos-'));
  const closers: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const clocks = setting === 'clock' ? clocksIn(directory) : null;
    const disk = mountDisk(directory);
    closers.push(disk.unmount);
    const group = await openGroup(setting);
    const redis = group
      ? null
      : await startRedis({ directory, data: disk.directory, env: clocks?.redis.env ?? {} });
    const store = (group ?? redis) as Store;
    closers.push(() => store.close());
    const link =
      setting === 'link' && redis ? await openLink(join(directory, 'link.sock'), redis.path) : null;
    closers.push(() => link?.close());
    const [banks, telegram] = await Promise.all([startBanks(), startTelegram()]);
    closers.push(() => Promise.all([banks.close(), telegram.close()]));
    const people = await settle(store.url, telegram);
    closers.push(people.close);

    const common = {
      ...clocks?.service.env,
      NODE_ENV: 'production',
      // Both services have one public address, so that the links in their answers are the same.
      BASE_URL: 'http://127.0.0.1',
      ALLOW_SANDBOX: 'true',
      SESSION_SECRET: 'a secret of the chaos run, of no use elsewhere',
      REDIS_URL: link?.url ?? store.url,
      DATA_DIR: join(directory, 'data'),
      EGRESS: banks.egress,
      LOG_LEVEL: 'warn',
      PROVIDER_CONCURRENCY: '25',
      QUEUE_WAIT_SECONDS: String(settings.queueWaitSeconds),
      ATTEMPT_TIMEOUT_SECONDS: String(settings.attemptSeconds),
      PROBE_INTERVAL_SECONDS: String(settings.probeSeconds),
    };
    const api = async (name: string, WORKERS: string) => {
      const PORT = String(await freePort());
      return supervise(name, { ...common, ROLES: 'api,prober', PORT, WORKERS }, /serves at .*\n.*Banks/);
    };
    const [first, second, bot] = await Promise.all([
      api('api of two workers', '2'),
      api('api alone', '1'),
      supervise(
        'bot',
        { ...common, ROLES: 'cashier-bot', CASHIER_BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.root },
        /plays the cashier bot/,
      ),
    ]);
    const apis = [first, second] as const;
    closers.push(() => Promise.all([...apis, bot].map((one) => one.close())));
    return {
      ...people,
      store,
      get redis() {
        if (!redis) throw new Error('the store is more than one server');
        return redis;
      },
      group,
      link,
      banks,
      apis,
      bot,
      disk,
      clocks,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openGroup(setting: Setting): Promise<Group | null> {
  if (setting === 'sentinel') return await startSentinels();
  return setting === 'cluster' ? await startCluster() : null;
}

/** Keys of every kind, and a shop with its owner in a chat; done through the engine, as the command line would. */
async function settle(url: string, telegram: FakeTelegram) {
  const { engine, close } = await openApplication({ url });
  const mint = async (plan: 'enterprise' | 'shop', cap?: number): Promise<Client> =>
    engine.keys.mint({ plan, mode: 'test', rate, ...(cap !== undefined && { cap }) });
  const main = await mint('enterprise');
  const second = await mint('enterprise');
  const daily = await mint('shop');
  const scout = await mint('enterprise');
  const gone = await engine.keys.mint({ plan: 'free', mode: 'test' });
  await engine.keys.revoke(gone.prefix);

  const fake = telegram.bot(token, 'deresegn_chaos_bot');
  const user = fake.person('Selam');
  const person = `tg:${user.id}`;
  const request = { person, name: 'Selam', shopName: 'Chaos', language: 'en' } as const;
  const { shop } = await engine.shops.open(request);
  await engine.shops.setLanguage(person, 'en');
  await engine.shops.set(shop.id, { maxAgeHours: 8760 });
  await engine.accounts.set(shop.id, { plan: 'developer' });
  const capped = (cap: number) => mint('enterprise', cap);
  return {
    chat: fake.chat(user),
    shop: shop.id,
    main,
    second,
    daily,
    scout,
    revoked: gone.key,
    capped,
    close,
  };
}

/** A separate disk for the append-only file, which can be filled up. Needs root, and a system that allows it. */
function mountDisk(parent: string): Environment['disk'] & { unmount(): void } {
  const directory = mkdtempSync(join(parent, 'disk-'));
  const quietly = { stdio: 'ignore' } as const;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${smallDiskMb}m`, 'tmpfs', directory], quietly);
    return { directory, small: true, unmount: () => execFileSync('umount', ['-l', directory], quietly) };
  } catch {
    return { directory, small: false, unmount: () => {} };
  }
}
