import { expect, test } from 'vitest';
import { stubEngine, testApp } from '../support.js';

test('metrics count the connections that died before their handshake, by egress address', async () => {
  const dead = new Map<string, number>();
  const app = testApp(stubEngine(), { deadHandshakes: dead });
  const figures = async () => {
    const { body } = await app.inject({ method: 'GET', url: '/metrics' });
    return body.split('\n').filter((line) => line.startsWith('deresegn_dead_handshakes_total'));
  };
  expect(await figures()).toEqual([]);
  dead.set('main', 3).set('second', 1);
  const expected = [
    'deresegn_dead_handshakes_total{egress="main"} 3',
    'deresegn_dead_handshakes_total{egress="second"} 1',
  ];
  expect(await figures()).toEqual(expected);
  expect(await figures()).toEqual(expected);
  await app.close();
});
