/** What is told, and what is not: the whole of it on a clock of the test's own. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '../../../../bots/admin/incidents/incidents.js';
import { nextReminder, silenceOf } from '../../../../bots/admin/incidents/selectors.js';
import {
  type Incident,
  type Input,
  limits,
  noIncidents,
  type State,
  type StatusSnapshot,
  type Transition,
} from '../../../../bots/admin/types.js';
import type { RecordedEvent, ServiceEvent } from '../../../../src/engine/index.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const t0 = Date.parse('2026-11-20T07:30:00Z');

/** Days pass in it as the test says. */
class World {
  state: State = noIncidents();
  now = t0;
  transitions: Transition[] = [];

  put(input: Input): void {
    const { state, transitions } = advance(this.state, input, this.now);
    this.state = state;
    this.transitions.push(...transitions);
  }
  event(event: ServiceEvent): void {
    this.put({ kind: 'event', event: { ...event, at: new Date(this.now).toISOString() } as RecordedEvent });
  }
  /** Time passes, looked at every `stepMs`. */
  wait(ms: number, stepMs = ms > 10 * minute ? minute : second): void {
    for (const end = this.now + ms; this.now < end; ) {
      this.now = Math.min(end, this.now + stepMs);
      this.put({ kind: 'tick' });
    }
  }
  status(changes: Partial<StatusSnapshot> = {}): void {
    this.put({ kind: 'status', view: { ready: true, monitor: 'operational', banks: {}, ...changes } });
  }
  down(provider: string): void {
    const since = new Date(this.now).toISOString();
    this.event({
      kind: 'bank_down',
      realm: 'sandbox',
      provider,
      since,
      cause: 'timeout',
      egress: ['main'],
      lastSuccessAt: null,
    });
  }
  up(provider: string): void {
    const since = new Date(this.now).toISOString();
    this.event({ kind: 'bank_up', realm: 'sandbox', provider, since, downSince: since, downtimeMs: 0 });
  }
  blocked(provider: string, egress: string, isBlocked = true): void {
    const about = { realm: 'sandbox', provider, since: new Date(this.now).toISOString(), egress } as const;
    this.event(
      isBlocked
        ? { kind: 'egress_blocked', ...about, cause: 'block_page' }
        : { kind: 'egress_free', ...about },
    );
  }
  press(what: 'acknowledge' | 'fixed', incident = this.one().id): void {
    this.put({ kind: 'press', press: { what, incident, by: 'Selam' } });
  }
  silence(scopes: string[], hours: number): void {
    this.put({ kind: 'press', press: { what: 'silence', scopes, hours, by: 'Selam' } });
  }
  count(what: Transition['what']): number {
    return this.transitions.filter((one) => one.what === what).length;
  }
  open(): Incident[] {
    return this.state.incidents.filter(({ endedAt }) => endedAt === null);
  }
  one(): Incident {
    const [incident] = this.open();
    if (!incident) throw new Error('nothing is open');
    return incident;
  }
}

function world(): World {
  return new World();
}

describe('a bank', () => {
  it('is reported at once, and its recovery once', () => {
    const w = world();
    w.down('telebirr');
    expect(w.transitions.map(({ what }) => what)).toEqual(['reported']);
    w.wait(5 * minute);
    w.up('telebirr');
    w.up('telebirr');
    w.wait(hour);
    expect(w.count('reported')).toBe(1);
    expect(w.count('recovery')).toBe(1);
    expect(w.open()).toEqual([]);
    expect(w.state.past).toMatchObject([
      { kind: 'bank_down', providers: ['telebirr'], endedAt: t0 + 5 * minute },
    ]);
  });

  it('reported twice is one incident, and an end without a beginning is none', () => {
    const w = world();
    w.up('cbe');
    w.down('telebirr');
    w.wait(minute);
    w.down('telebirr');
    expect(w.count('reported')).toBe(1);
    expect(w.state.incidents).toHaveLength(1);
  });

  it('blocked for some of our addresses is reported once, for all of them, until the last is free', () => {
    const w = world();
    w.blocked('cbe', 'second');
    w.blocked('cbe', 'third');
    expect(w.one().troubles).toMatchObject([{ kind: 'egress_blocked', egress: ['second', 'third'] }]);
    w.blocked('cbe', 'second', false);
    expect(w.one().troubles[0]?.egress).toEqual(['third']);
    w.blocked('cbe', 'third', false);
    expect(w.count('reported')).toBe(1);
    expect(w.count('recovery')).toBe(1);
  });
});

describe('the HTTP code of a cause', () => {
  const seen = (
    status: 'down' | 'degraded' | 'operational',
    httpStatus: number,
  ): Partial<StatusSnapshot> => ({
    banks: { cbe: { name: 'CBE', status, running: 0, waiting: 0, httpStatus, egress: [] } },
  });

  it('is the one of the probe that found the bank down, not of its last good answer', () => {
    const w = world();
    w.down('cbe');
    w.status(seen('operational', 200));
    expect(w.one().troubles[0]?.httpStatus).toBeNull();
    w.status(seen('down', 503));
    expect(w.one().troubles[0]?.httpStatus).toBe(503);
  });

  it('is never that of a working address of ours next to a blocked one', () => {
    const w = world();
    w.blocked('cbe', 'second');
    w.status(seen('degraded', 200));
    expect(w.one().troubles[0]?.httpStatus).toBeNull();
  });
});

describe('several banks', () => {
  it('three within 30 s are one message, and so are those that follow', () => {
    const w = world();
    for (const bank of ['a', 'b', 'c', 'd', 'e', 'f']) {
      w.down(bank);
      w.wait(4 * second);
    }
    w.wait(minute);
    expect(w.count('reported')).toBe(1);
    expect(w.open()).toHaveLength(1);
    expect(w.one().troubles.map(({ provider }) => provider)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    for (const bank of ['a', 'b', 'c', 'd', 'e']) w.up(bank);
    expect(w.count('recovery')).toBe(0);
    w.up('f');
    expect(w.count('recovery')).toBe(1);
  });

  it('blocked addresses count among them: an address that died is one message', () => {
    const w = world();
    for (const bank of ['a', 'b', 'c']) w.blocked(bank, 'second');
    expect(w.count('reported')).toBe(1);
    expect(w.one().troubles).toHaveLength(3);
  });

  it('two are two messages, the second after the 30 s in which a third could have come', () => {
    const w = world();
    w.down('a');
    w.wait(10 * second);
    w.down('b');
    w.wait(19 * second);
    expect(w.count('reported')).toBe(1);
    w.wait(2 * second);
    expect(w.count('reported')).toBe(2);
    w.down('c');
    expect(w.open()).toHaveLength(3);
  });

  it('a second that ends before it was reported is reported once, as ended', () => {
    const w = world();
    w.down('a');
    w.down('b');
    w.wait(5 * second);
    w.up('b');
    expect(w.count('reported')).toBe(2);
    expect(w.count('recovery')).toBe(0);
  });
});

describe('the store', () => {
  it('that does not answer for a moment is not reported; a longer outage is, without the banks', () => {
    const w = world();
    w.status();
    w.status({ ready: false });
    w.wait(2 * second);
    w.status();
    w.status({ ready: false });
    w.wait(4 * second);
    w.status({ ready: false });
    expect(w.one().troubles).toMatchObject([{ kind: 'store_unreachable' }]);
    for (const bank of ['a', 'b', 'c', 'd']) w.down(bank);
    w.event({ kind: 'monitor_blind', realm: 'sandbox', lastRoundAt: null });
    w.wait(minute);
    expect(w.count('reported')).toBe(1);
    w.status();
    w.wait(2 * second);
    w.status();
    expect(w.count('recovery')).toBe(1);
    for (const bank of ['a', 'b', 'c']) w.up(bank);
    w.event({ kind: 'monitor_sees', realm: 'sandbox', blindSince: null });
    w.wait(minute);
    expect(w.count('reported')).toBe(2);
    expect(w.one().troubles.map(({ provider }) => provider)).toEqual(['d']);
  });

  it('that flaps is down at its next outage too, and suppresses bank alerts at no other time', () => {
    const w = world();
    const during = (ready: boolean, seconds: number) => {
      for (let n = 0; n < seconds; n += 1) {
        w.status({ ready });
        w.wait(second);
      }
    };
    for (let outage = 0; outage < 2; outage += 1) {
      during(false, 10);
      during(true, 30);
    }
    const flapping = w.one();
    expect(flapping.flapping).not.toBeNull();
    expect(flapping.troubles[0]?.endedAt).not.toBeNull();

    w.down('telebirr');
    expect(w.open().map(({ hold }) => hold)).toEqual([null, null]);
    w.up('telebirr');

    during(false, 10);
    expect(w.one().troubles).toMatchObject([{ subject: 'store', endedAt: null }]);
    w.down('cbe');
    expect(w.open()[1]?.hold?.why).toBe('inhibited');
    during(true, 10);
    expect(w.one().troubles[0]?.endedAt).not.toBeNull();
  });

  it('sends no reminders of banks during its outage', () => {
    const w = world();
    w.down('a');
    w.status({ ready: false });
    w.wait(4 * second);
    w.status({ ready: false });
    w.wait(3 * hour);
    const [bank] = w.state.incidents;
    expect(bank?.notes).toEqual([]);
    expect(w.state.incidents[1]?.notes.map(({ kind }) => kind)).toEqual(['reminder', 'reminder']);
  });
});

describe('missing probe rounds', () => {
  it('are reported unless they resume at once', () => {
    const w = world();
    w.event({ kind: 'monitor_blind', realm: 'sandbox', lastRoundAt: null });
    w.wait(2 * second);
    w.event({ kind: 'monitor_sees', realm: 'sandbox', blindSince: null });
    w.wait(minute);
    expect(w.count('reported')).toBe(0);
    w.event({ kind: 'monitor_blind', realm: 'sandbox', lastRoundAt: null });
    w.wait(10 * second);
    expect(w.count('reported')).toBe(1);
  });

  it('end also when their event is lost, once the status has shown rounds for a minute', () => {
    const w = world();
    w.event({ kind: 'monitor_blind', realm: 'sandbox', lastRoundAt: null });
    w.wait(10 * second);
    w.status({ monitor: 'down' });
    w.wait(2 * minute);
    expect(w.count('recovery')).toBe(0);
    for (let n = 0; n < 70; n += 1) {
      w.status();
      w.wait(second);
    }
    expect(w.count('recovery')).toBe(1);
  });
});

describe('screenshots', () => {
  const budget = { day: '2026-11-20', budget: 10, endsAt: new Date(t0 + 10 * hour).toISOString() };

  it('low and then spent is one message and one reply; the next day ends it', () => {
    const w = world();
    w.event({ kind: 'screenshot_budget_low', used: 8, ...budget });
    w.event({ kind: 'screenshot_budget_low', used: 9, ...budget });
    w.event({ kind: 'screenshot_budget_spent', used: 10, ...budget });
    w.event({ kind: 'screenshot_budget_low', used: 8, ...budget });
    expect([w.count('reported'), w.count('worse')]).toEqual([1, 1]);
    expect(w.one().troubles[0]?.facts).toMatchObject({ spent: 1, used: 10 });
    w.press('acknowledge');
    w.wait(11 * hour);
    expect(w.count('recovery')).toBe(1);
    w.event({
      kind: 'screenshot_budget_low',
      used: 8,
      ...budget,
      day: '2026-11-21',
      endsAt: new Date(t0 + 34 * hour).toISOString(),
    });
    expect(w.count('reported')).toBe(2);
  });

  it('a budget that is raised after it was spent is reported again when that is spent too', () => {
    const w = world();
    w.event({ kind: 'screenshot_budget_spent', used: 10, ...budget });
    w.event({ kind: 'screenshot_budget_low', used: 16, ...budget, budget: 20 });
    expect(w.one().troubles[0]?.facts).toMatchObject({ spent: 0, used: 16, budget: 20 });
    expect(w.count('worse')).toBe(0);
    w.event({ kind: 'screenshot_budget_spent', used: 20, ...budget, budget: 20 });
    w.event({ kind: 'screenshot_budget_spent', used: 30, ...budget, budget: 30 });
    expect(w.count('worse')).toBe(2);
  });

  it('an extractor that fails is reported until it works', () => {
    const w = world();
    const since = new Date(t0).toISOString();
    w.event({ kind: 'extractor_failing', part: 'model', since, cause: 'timeout', failures: 3 });
    w.event({ kind: 'extractor_works', part: 'model', failingSince: since });
    expect([w.count('reported'), w.count('recovery')]).toEqual([1, 1]);
  });
});

describe('what only a person can end', () => {
  it('a changed certificate stays open until a person marks it as fixed', () => {
    const w = world();
    w.event({ kind: 'certificate_changed', host: 'bank.test:443', expected: [], presented: null });
    w.wait(hour);
    w.press('fixed');
    expect(w.count('recovery')).toBe(1);
    expect(w.state.incidents[0]?.fixed).toEqual({ by: 'Selam', at: t0 + hour });
  });

  it('a bank outage cannot be marked as fixed; a layout change can, or ends with the first readable receipt', () => {
    const w = world();
    w.down('a');
    w.press('fixed');
    expect(w.open()).toHaveLength(1);
    w.wait(minute);
    w.event({ kind: 'layout_changed', realm: 'sandbox', provider: 'b' });
    w.event({ kind: 'layout_readable', realm: 'sandbox', provider: 'b' });
    expect(w.count('recovery')).toBe(1);
  });
});

describe('reminders', () => {
  const remindersWithin = (w: World) => w.transitions.filter(({ what }) => what === 'reminder').length;

  it('come after 30 minutes, 2 hours and then every 6 hours', () => {
    const w = world();
    w.down('a');
    const seen: number[] = [];
    for (let n = 0; n < 24 * 60; n += 1) {
      const before = remindersWithin(w);
      w.wait(minute);
      if (remindersWithin(w) > before) seen.push((w.now - t0) / minute);
    }
    expect(seen).toEqual([30, 120, 480, 840, 1200]);
  });

  it('are never due in the past', () => {
    fc.assert(fc.property(fc.nat(100 * hour), (ms) => nextReminder(ms) > ms));
  });

  it('stop when an administrator acknowledges; who and when is kept, and the recovery is still reported', () => {
    const w = world();
    w.down('a');
    w.wait(31 * minute);
    w.press('acknowledge');
    w.put({ kind: 'press', press: { what: 'acknowledge', incident: w.one().id, by: 'Abebe' } });
    w.wait(30 * hour);
    expect(w.count('reminder')).toBe(1);
    expect(w.one().acknowledged).toEqual({ by: 'Selam', at: t0 + 31 * minute });
    w.up('a');
    expect(w.count('recovery')).toBe(1);
  });

  it('resume when more banks join an acknowledged incident', () => {
    const w = world();
    w.down('a');
    w.press('acknowledge');
    w.wait(10_000);
    w.down('b');
    w.down('c');
    expect(w.one().troubles).toHaveLength(3);
    w.wait(31 * minute);
    expect(w.count('reminder')).toBe(1);
  });

  it('a long absence is one reminder, not one for each that was missed', () => {
    const w = world();
    w.down('a');
    w.now += 20 * hour;
    w.put({ kind: 'tick' });
    w.put({ kind: 'tick' });
    expect(w.count('reminder')).toBe(1);
  });
});

describe('silence', () => {
  it('suppresses an incident until it ends by itself', () => {
    const w = world();
    w.silence(['a'], 1);
    w.down('a');
    w.wait(59 * minute);
    expect(w.count('reported')).toBe(0);
    w.wait(2 * minute);
    expect(w.count('reported')).toBe(1);
    expect(w.state.silences).toEqual([]);
  });

  it('drops an incident that began and ended within it, but lists it among ended ones', () => {
    const w = world();
    w.silence(['all'], 4);
    w.down('a');
    w.wait(minute);
    w.up('a');
    w.wait(5 * hour);
    expect([w.count('reported'), w.count('recovery'), w.count('dropped')]).toEqual([0, 0, 1]);
    expect(w.state.past).toHaveLength(1);
  });

  it('by its button suppresses reminders, also of the next incident about the same, and nothing else', () => {
    const w = world();
    w.down('a');
    w.silence([`#${w.one().id}`], 1);
    expect(silenceOf(w.state, w.one(), w.now)).toMatchObject({ by: 'Selam', at: t0, until: t0 + hour });
    w.wait(40 * minute);
    w.up('a');
    w.wait(minute);
    w.down('a');
    w.down('b');
    expect(w.count('reminder')).toBe(0);
    expect(w.count('reported')).toBe(2);
    w.wait(30 * minute);
    expect(w.count('reported')).toBe(3);
  });

  it('messages due in the meantime are sent once when it is over', () => {
    const w = world();
    w.down('a');
    w.silence(['all'], 4);
    w.wait(4 * hour - minute);
    expect(w.count('reminder')).toBe(0);
    w.wait(2 * minute);
    expect(w.count('reminder')).toBe(1);
  });

  it('ends early with /unsilence', () => {
    const w = world();
    w.silence(['all'], 4);
    w.down('a');
    w.put({ kind: 'press', press: { what: 'unsilence', scopes: ['all'], by: 'Abebe' } });
    expect(w.count('reported')).toBe(1);
  });

  it('by its button ends with /unsilence of its bank too', () => {
    const w = world();
    w.down('a');
    w.silence([`#${w.one().id}`], 4);
    w.put({ kind: 'press', press: { what: 'unsilence', scopes: ['a'], by: 'Abebe' } });
    expect(w.state.silences).toEqual([]);
  });

  it('never lasts longer than a day', () => {
    const w = world();
    w.silence(['all'], 10_000);
    expect(w.state.silences[0]?.until).toBe(t0 + limits.silenceHoursMax * hour);
  });
});

describe('flapping', () => {
  function flips(w: World, count: number, everyMs = minute): void {
    for (let n = 0; n < count; n += 1) {
      if (n % 2 === 0) w.down('a');
      else w.up('a');
      w.wait(everyMs);
    }
  }

  it('three changes in 30 minutes are reported one by one', () => {
    const w = world();
    flips(w, 3);
    expect([w.count('reported'), w.count('recovery'), w.count('flapping')]).toEqual([2, 1, 0]);
  });

  it('ten changes are two messages, one recovery and one reply about flapping', () => {
    const w = world();
    flips(w, 10);
    expect([w.count('reported'), w.count('recovery'), w.count('flapping'), w.count('reminder')]).toEqual([
      2, 1, 1, 0,
    ]);
    expect(w.open()).toHaveLength(1);
  });

  it('a digest comes every hour while it goes on, and after 30 quiet minutes it is over', () => {
    const w = world();
    flips(w, 40, 5 * minute);
    expect(w.count('digest')).toBe(3);
    expect(w.one().notes.find(({ kind }) => kind === 'digest')?.changes).toBeGreaterThanOrEqual(11);
    w.wait(40 * minute);
    expect(w.count('recovery')).toBe(2);
    expect(w.open()).toEqual([]);
    expect(w.count('reported')).toBe(2);
  });

  it('that ends while the bank is down leaves an incident with reminders', () => {
    const w = world();
    flips(w, 5);
    w.wait(31 * minute);
    expect(w.count('calm')).toBe(1);
    w.wait(31 * minute);
    expect(w.count('reminder')).toBe(1);
    w.up('a');
    expect(w.count('recovery')).toBe(2);
  });

  it('four changes spread over hours are none', () => {
    const w = world();
    flips(w, 8, 20 * minute);
    expect(w.count('flapping')).toBe(0);
    expect(w.count('reported')).toBe(4);
  });
});

describe('whatever happens', () => {
  const bank = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step = fc.oneof(
    fc.record({ do: fc.constant('down' as const), bank }),
    fc.record({ do: fc.constant('up' as const), bank }),
    fc.record({ do: fc.constant('block' as const), bank }),
    fc.record({ do: fc.constant('free' as const), bank }),
    fc.record({ do: fc.constant('blind' as const) }),
    fc.record({ do: fc.constant('sees' as const) }),
    fc.record({ do: fc.constant('storeGone' as const) }),
    fc.record({ do: fc.constant('storeBack' as const) }),
    fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(500, 5_000, 20_000, 10 * minute, 50 * minute, 5 * hour),
    }),
    fc.record({ do: fc.constant('acknowledge' as const) }),
    fc.record({ do: fc.constant('silence' as const), bank }),
    fc.record({ do: fc.constant('silenceAll' as const) }),
    fc.record({ do: fc.constant('unsilence' as const) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  function walk(w: World, one: Step): void {
    if (one.do === 'down') w.down(one.bank);
    else if (one.do === 'up') w.up(one.bank);
    else if (one.do === 'block') w.blocked(one.bank, 'second');
    else if (one.do === 'free') w.blocked(one.bank, 'second', false);
    else if (one.do === 'blind') w.event({ kind: 'monitor_blind', realm: 'sandbox', lastRoundAt: null });
    else if (one.do === 'sees') w.event({ kind: 'monitor_sees', realm: 'sandbox', blindSince: null });
    else if (one.do === 'wait') w.wait(one.ms);
    else if (one.do === 'silence') w.silence([one.bank], 1);
    else if (one.do === 'silenceAll') w.silence(['all'], 4);
    else if (one.do === 'unsilence')
      w.put({ kind: 'press', press: { what: 'unsilence', scopes: ['all'], by: 'Abebe' } });
    else if (one.do === 'acknowledge') {
      if (w.open().length > 0) w.press('acknowledge');
    } else {
      const ready = one.do === 'storeBack';
      w.status({ ready });
      w.wait(5 * second);
      w.status({ ready });
    }
  }

  it('no two open incidents are about the same, each is reported once, and each ends in one recovery', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const w = world();
        for (const one of steps) {
          walk(w, one);
          const subjects = w.open().flatMap(({ troubles }) => troubles.map(({ subject }) => subject));
          expect(new Set(subjects).size).toBe(subjects.length);
          const unended = w.open().filter(({ flapping }) => flapping === null);
          expect(unended.every(({ troubles }) => troubles.some(({ endedAt }) => endedAt === null))).toBe(
            true,
          );
        }
        // All is well again, and stays so.
        w.put({ kind: 'press', press: { what: 'unsilence', scopes: ['all'], by: 'Abebe' } });
        for (let n = 0; n < 3; n += 1) {
          w.status();
          w.wait(5 * second);
        }
        for (const one of ['a', 'b', 'c', 'd', 'e']) {
          w.up(one);
          w.blocked(one, 'second', false);
        }
        w.event({ kind: 'monitor_sees', realm: 'sandbox', blindSince: null });
        w.wait(2 * hour);
        expect(w.open()).toEqual([]);
        for (const { id, toldAt, notes } of w.state.incidents) {
          expect(toldAt).not.toBeNull();
          expect(w.transitions.filter((one) => one.incident === id && one.what === 'reported')).toHaveLength(
            1,
          );
          const ends = notes.filter(({ kind }) => kind === 'recovery').length;
          const toldAsOver =
            w.transitions.findIndex((one) => one.incident === id && one.what === 'ended') ===
              w.transitions.findIndex((one) => one.incident === id && one.what === 'reported') + 1 &&
            ends === 0;
          expect(ends === 1 || toldAsOver).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('whatever is pressed, an hour without events is at most two messages about each incident', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const w = world();
        for (const one of steps) walk(w, one);
        w.wait(35 * minute);
        w.transitions = [];
        w.wait(hour);
        const noisy = w.transitions.filter(
          ({ what }) => !['changed', 'suppressed', 'ended', 'dropped', 'recovery', 'calm'].includes(what),
        );
        for (const { id } of w.state.incidents) {
          expect(noisy.filter(({ incident }) => incident === id).length).toBeLessThanOrEqual(2);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('an event of a newer version is ignored', () => {
    const w = world();
    w.event({ kind: 'of_a_later_version', realm: 'sandbox', provider: 'a' } as unknown as ServiceEvent);
    expect(w.state).toEqual(noIncidents());
    w.down('a');
    expect(w.count('reported')).toBe(1);
  });

  it('the state is JSON and comes back from it as it was', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const w = world();
        for (const one of steps) walk(w, one);
        expect(JSON.parse(JSON.stringify(w.state))).toEqual(w.state);
      }),
      { numRuns: 30 },
    );
  });
});
