/** Incidents for everybody: each once, with its beginning and its end, and nothing that is the operator's alone. */
import { expect, it } from 'vitest';
import { incidentsOf } from '../../../src/engine/health/incidents.js';
import type { RecordedEvent } from '../../../src/engine/index.js';

const at = (minute: number) => `2026-11-20T07:${String(minute).padStart(2, '0')}:00.000Z`;
const telebirr = { realm: 'live', provider: 'telebirr' } as const;

const down = (minute: number): RecordedEvent => ({
  ...{ kind: 'bank_down', ...telebirr, since: at(minute), at: at(minute) },
  ...{ cause: 'timeout', egress: ['main'], lastSuccessAt: null },
});
const up = (minute: number, downSince: number): RecordedEvent => ({
  ...{ kind: 'bank_up', ...telebirr, since: at(minute), at: at(minute) },
  ...{ downSince: at(downSince), downtimeMs: (minute - downSince) * 60_000 },
});

it('an outage begins and ends as one incident, which keeps its id; the newest comes first', () => {
  const [lasting] = incidentsOf([down(1)], true);
  expect(lasting).toMatchObject({ kind: 'bank_down', provider: 'telebirr', cause: 'timeout', endedAt: null });
  const incidents = incidentsOf([down(1), up(5, 1), down(9)], true);
  expect(incidents.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
    [at(9), null],
    [at(1), at(5)],
  ]);
  expect(incidents[1]?.id).toBe(lasting?.id);
});

it('an end whose beginning was trimmed from the stream is still an incident', () => {
  expect(incidentsOf([up(5, 1)], true)).toMatchObject([{ startedAt: at(1), endedAt: at(5) }]);
});

it('two addresses that are blocked are two incidents', () => {
  const blocked = (egress: string, minute: number): RecordedEvent => ({
    ...{
      kind: 'egress_blocked',
      ...telebirr,
      egress,
      cause: 'block_page',
      since: at(minute),
      at: at(minute),
    },
  });
  const free: RecordedEvent = { kind: 'egress_free', ...telebirr, egress: 'b', since: at(4), at: at(4) };
  expect(incidentsOf([blocked('a', 1), blocked('b', 2), free], true)).toMatchObject([
    { egress: 'b', endedAt: at(4) },
    { egress: 'a', endedAt: null },
  ]);
});

it('an unfinished monitor outage ends with the first new probe round', () => {
  const blind: RecordedEvent = { kind: 'monitor_blind', realm: 'live', lastRoundAt: at(1), at: at(4) };
  expect(incidentsOf([blind], false)).toMatchObject([{ kind: 'monitor_blind', endedAt: null }]);
  expect(incidentsOf([blind], true)).toEqual([]);
  expect(incidentsOf([blind, down(9)], true)).toMatchObject([
    { kind: 'bank_down' },
    { kind: 'monitor_blind', endedAt: at(9) },
  ]);
});

it('certificate and budget events are not public incidents', () => {
  const certificate: RecordedEvent = {
    ...{ kind: 'certificate_changed', host: 'bank:443', expected: ['sha256/a'], presented: 'sha256/b' },
    at: at(1),
  };
  const budget: RecordedEvent = {
    ...{ kind: 'screenshot_budget_spent', day: '2026-11-20', used: 5, budget: 5, endsAt: at(9), at: at(1) },
  };
  expect(incidentsOf([certificate, budget], true)).toEqual([]);
});
