/** What a bot that has never run makes of what has been. */
import { expect, it } from 'vitest';
import { advance } from '../../../bots/admin/incidents/incidents.js';
import { dropPast } from '../../../bots/admin/outbox.js';
import { openStateStore, type StoredState } from '../../../bots/admin/state-store.js';
import { limits } from '../../../bots/admin/types.js';
import type { RecordedEvent } from '../../../src/engine/index.js';

const t0 = Date.parse('2026-11-20T07:30:00Z');
const second = 1_000;

async function newState(): Promise<StoredState> {
  const botStore = { get: async () => null, put: async () => undefined };
  return (await openStateStore(botStore, [1], () => t0)).stored;
}

/** The monitor is blind, or sees, so many seconds after the beginning. */
function monitor(stored: StoredState, kind: 'blind' | 'sees', seconds: number): void {
  const at = t0 + seconds * second;
  const moments = {
    at: new Date(at).toISOString(),
    lastRoundAt: null,
    blindSince: new Date(t0).toISOString(),
  };
  const event = { kind: `monitor_${kind}`, realm: 'sandbox', ...moments } as RecordedEvent;
  stored.state = advance(stored.state, { kind: 'event', event }, at).state;
}

function pass(stored: StoredState, seconds: number): void {
  stored.state = advance(stored.state, { kind: 'tick' }, t0 + seconds * second).state;
}

it('incidents that ended before its first start are not reported, and do not count as flapping', async () => {
  const stored = await newState();
  monitor(stored, 'blind', 0);
  monitor(stored, 'sees', 1);
  dropPast(stored);
  expect(stored.state.incidents).toEqual([]);
  monitor(stored, 'blind', 60);
  pass(stored, 70);
  monitor(stored, 'sees', 80);
  expect(stored.state.incidents).toMatchObject([{ flapping: null, notes: [{ kind: 'recovery' }] }]);
});

it('an incident that flaps at its first start is reported by its current state, with reminders', async () => {
  const stored = await newState();
  for (const nth of [0, 1, 2]) {
    monitor(stored, 'blind', nth * 20);
    pass(stored, nth * 20 + 10);
    if (nth < 2) monitor(stored, 'sees', nth * 20 + 15);
  }
  expect(stored.state.incidents.at(-1)?.flapping).not.toBeNull();
  dropPast(stored);
  const [incident, ...others] = stored.state.incidents;
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ endedAt: null, flapping: null, notes: [] });
  expect(incident?.remindAt).toBe((incident?.toldAt ?? 0) + limits.remindersMs[0]);
});
