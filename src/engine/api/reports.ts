/** Usage, list of banks, status (docs/api.md#status). */
import type { Realm } from '../../egress/types.js';
import type { Need, Support } from '../../providers/types.js';
import type { Mode, Plan } from './calls.js';

/** GET /api/usage (docs/api.md#quotas-and-windows). */
export interface Usage {
  ok: true;
  account: string;
  plan: Plan;
  mode: Mode;
  verifications: {
    used: number;
    cap: number | null;
    window: 'day' | 'month';
    startsAt: string;
    endsAt: string;
    timeZone: string;
    overage: {
      available: boolean;
      enabled: boolean;
      count: number;
      priceEtb: number | null;
      amountEtb: number;
    };
  };
  screenshots: { used: number; cap: number | null; endsAt: string };
  rate: { limit: number; used: number; resetsAt: string };
}

export interface ProviderInfo {
  key: string;
  name: string;
  sources: readonly string[];
  hosts: readonly string[];
  bareReference: boolean;
  needs: readonly Need[];
  viewLimited: boolean;
  support: Support;
}

export interface InternalComponent {
  name: string;
  host: string;
  group: 'internal';
  status: 'operational' | 'degraded' | 'down' | 'unknown';
  responseMs: number | null;
  httpStatus: number | null;
  error: string | null;
}

export interface BankComponent extends Omit<InternalComponent, 'group'> {
  group: 'upstream';
  providerKey: string;
  since: string | null;
  egress: { name: string; ok: boolean; responseMs: number | null; error: string | null; at: string }[];
  queue: { running: number; waiting: number };
}

/** GET /api/status (docs/api.md#status). */
export interface StatusReport {
  ok: boolean;
  status: 'operational' | 'slow' | 'down';
  checkedAt: string;
  cached: true;
  store: 'redis' | 'embedded';
  banks: Realm;
  components: (InternalComponent | BankComponent)[];
}
