/** Pages that are the same for everybody are made once, however many ask for them. */
import { expect, it } from 'vitest';
import { createPageCache } from '../../src/web/page-cache.js';

it('a flood of readers has a page rendered once, until it is too old', async () => {
  const pages = createPageCache<string>(40);
  let made = 0;
  const page = () => pages.get('en', () => `page ${++made}`);
  const shown = await Promise.all(Array.from({ length: 500 }, page));
  expect(new Set(shown)).toEqual(new Set(['page 1']));
  await expect.poll(page, { interval: 10 }).toBe('page 2');
});

it('readers who use many host names make it cache a few pages, and never get another reader’s', async () => {
  const pages = createPageCache<string>(60_000);
  let made = 0;
  const of = (name: number) =>
    pages.get(`${name}.example`, () => {
      made += 1;
      return `page of ${name}`;
    });
  for (let name = 0; name < 100; name += 1) expect(await of(name)).toBe(`page of ${name}`);
  expect(await of(99)).toBe('page of 99');
  expect(made).toBe(100);
  await of(0);
  expect(made).toBe(101);
});

it('a page that could not be made is not kept', async () => {
  const pages = createPageCache<string>(60_000);
  const broken = pages.get('en', () => Promise.reject(new Error('the store is away')));
  await expect(broken).rejects.toThrow('the store is away');
  expect(await pages.get('en', () => 'page')).toBe('page');
});
