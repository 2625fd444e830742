/** docs/webhook-events.md is made of the schemas and the examples: they agree. Real events are compared where they happen. */
import { expect, it } from 'vitest';
import { webhookEventTypes } from '../../src/engine/index.js';
import { exampleData } from '../../src/engine/webhooks/examples.js';
import { expectDocumented } from '../support/events.js';

it.each(webhookEventTypes)('the example of %s has the documented fields, and no others', (type) => {
  expect(Object.keys(exampleData[type]).length).toBeGreaterThan(0);
  expectDocumented({ type, data: exampleData[type] });
});
