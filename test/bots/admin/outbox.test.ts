/** What a bot that has never run makes of what has been. */
import { expect, it } from 'vitest';
import { advance } from '../../../bots/admin/incidents.js';
import { forgetPast } from '../../../bots/admin/outbox.js';
import { openBook, type StateStore } from '../../../bots/admin/state-store.js';
import { limits } from '../../../bots/admin/types.js';
import type { RecordedEvent } from '../../../src/engine/index.js';

const t0 = Date.parse('2026-11-20T07:30:00Z');
const second = 1_000;

async function newBook(): Promise<StateStore> {
  const notebook = { get: async () => null, put: async () => undefined };
  return (await openBook(notebook, [1], () => t0)).book;
}

/** The monitor is blind, or sees, so many seconds after the beginning. */
function monitor(book: StateStore, kind: 'blind' | 'sees', seconds: number): void {
  const at = t0 + seconds * second;
  const moments = {
    at: new Date(at).toISOString(),
    lastRoundAt: null,
    blindSince: new Date(t0).toISOString(),
  };
  const event = { kind: `monitor_${kind}`, realm: 'sandbox', ...moments } as RecordedEvent;
  book.state = advance(book.state, { kind: 'event', event }, at).state;
}

function pass(book: StateStore, seconds: number): void {
  book.state = advance(book.state, { kind: 'tick' }, t0 + seconds * second).state;
}

it('incidents that ended before its first start are not reported, and do not count as flapping', async () => {
  const book = await newBook();
  monitor(book, 'blind', 0);
  monitor(book, 'sees', 1);
  forgetPast(book);
  expect(book.state.incidents).toEqual([]);
  monitor(book, 'blind', 60);
  pass(book, 70);
  monitor(book, 'sees', 80);
  expect(book.state.incidents).toMatchObject([{ flapping: null, notes: [{ kind: 'recovery' }] }]);
});

it('an incident that flaps at its first start is reported by its current state, with reminders', async () => {
  const book = await newBook();
  for (const nth of [0, 1, 2]) {
    monitor(book, 'blind', nth * 20);
    pass(book, nth * 20 + 10);
    if (nth < 2) monitor(book, 'sees', nth * 20 + 15);
  }
  expect(book.state.incidents.at(-1)?.flapping).not.toBeNull();
  forgetPast(book);
  const [incident, ...others] = book.state.incidents;
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ endedAt: null, flapping: null, notes: [] });
  expect(incident?.remindAt).toBe((incident?.toldAt ?? 0) + limits.remindersMs[0]);
});
