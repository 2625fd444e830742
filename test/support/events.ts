/** Events of accounts as docs/webhook-events.md describes them. */
import { expect } from 'vitest';
import { webhookEvents } from '../../src/sidecar/schemas/webhook-events.js';

/** Fails when an event lacks a field, or has one, that is documented otherwise. @returns the event */
export function expectDocumented<E extends { type: string; data: unknown }>(event: E): E {
  const documented = webhookEvents[event.type as keyof typeof webhookEvents];
  expect(documented.data.parse(event.data)).toEqual(event.data);
  return event;
}
