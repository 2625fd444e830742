/**
 * What every page promises: it fits every screen, light and dark, in each of its languages, with and without scripts; axe-core finds
 * nothing; it asks no other host; its links lead somewhere; it is small. `PAGES=whole` tries each page and state at each width, in both
 * themes and all languages, with and without scripts, which takes some ten minutes; without it every page is tried at
 * each width, and the rest in part.
 */
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageLanguage, pageLanguages } from '../../src/web/i18n/index.js';
import { accessibilityFindings, visit } from '../support/browser.js';
import {
  misfits,
  openWorld,
  type Scene,
  seePictures,
  show,
  unfold,
  type Who,
  type World,
} from './every-page.js';

const whole = process.env.PAGES === 'whole';
/** Far more than it takes; a short run takes over three minutes on a slow, busy machine. */
const limitMs = whole ? 3_600_000 : 900_000;

/** 1024 and 1152: where the dashboard's sections are above its tables, and beside them. */
const widths = [360, 390, 768, 1024, 1152, 1280, 1920];
const themes = ['light', 'dark'] as const;
/** Widths and themes at which axe-core looks: it takes as long as all else. */
const looks = whole
  ? themes.flatMap((theme) => [360, 1280].map((width) => ({ theme, width })))
  : [{ theme: 'dark', width: 1920 } as const];

/** As sent, with its stylesheets, scripts and icons; in all also with the pictures that are seen when it is read to its end. */
const pageBytesMax = 60_000;
const bytesMax = 100_000;

let world: World;
const everyone: readonly Who[] = ['shop', 'newcomer', 'stranger'];

/** A short run sees the states, which are made of the same parts as the pages, in one language. */
function languagesFor(scene: Scene): readonly PageLanguage[] {
  return whole || world.pages.includes(scene) ? pageLanguages : ['en'];
}

async function setTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  // Without motion: a colour that is changing has no contrast to be measured.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** What is wrong with the page that is shown, at every width. */
async function misfitsOf(page: Page, theme: (typeof themes)[number]): Promise<string[]> {
  const found: string[] = [];
  await setTheme(page, theme);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await page.evaluate(misfits)).map((one) => `${width} ${theme}: ${one}`));
  }
  return found;
}

async function accessibilityOf(page: Page, { theme, width }: (typeof looks)[number]): Promise<string[]> {
  await setTheme(page, theme);
  await page.setViewportSize({ width, height: 800 });
  return (await accessibilityFindings(page)).map((one) => `${width} ${theme}: ${one}`);
}

describe('every page', { tags: ['needs-chromium'] }, () => {
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  it(
    'fits, is accessible and quiet at every width, light and dark, in its languages',
    async () => {
      const found: string[] = [];
      const { pages, states, visitors } = world;
      for (const scene of [...pages, ...states]) {
        const { page } = visitors[scene.who];
        for (const language of languagesFor(scene)) {
          await show(page, world, scene, language);
          await page.evaluate(unfold);
          const wrong: string[] = [];
          for (const theme of whole ? themes : themes.slice(0, 1))
            wrong.push(...(await misfitsOf(page, theme)));
          const more = !whole && language === 'en' && pages.includes(scene);
          for (const look of more ? [...looks, { theme: 'light', width: 390 } as const] : looks)
            wrong.push(...(await accessibilityOf(page, look)));
          found.push(...wrong.map((one) => `${scene.name} ${language} ${one}`));
        }
      }
      expect(found).toEqual([]);
      visitors.shop.expectQuiet(/status of 403/);
      visitors.newcomer.expectQuiet();
      visitors.stranger.expectQuiet(/status of 404/);
    },
    limitMs,
  );

  it(
    'is whole without scripts',
    async () => {
      const found: string[] = [];
      for (const who of everyone) {
        const plain = await visit(world.browser, world.site, { scripts: false });
        await plain.context.addCookies((await world.visitors[who].context.storageState()).cookies);
        const scenes = whole ? [...world.pages, ...world.states] : world.pages;
        for (const scene of scenes.filter((one) => one.who === who)) {
          for (const language of whole ? pageLanguages : (['en'] as const)) {
            await show(plain.page, world, scene, language);
            expect(await plain.page.locator('main h1').count(), scene.name).toBe(1);
            const wrong = whole
              ? [...(await misfitsOf(plain.page, 'light')), ...(await misfitsOf(plain.page, 'dark'))]
              : await plain.page.evaluate(misfits);
            found.push(...wrong.map((one) => `${scene.name} ${language} ${one}`));
          }
        }
        plain.expectQuiet(/status of 40[34]/);
        await plain.close();
      }
      expect(found).toEqual([]);
    },
    limitMs,
  );

  it('is small as sent', async () => {
    const { page, close, context } = await visit(world.browser, world.site);
    await context.addCookies((await world.visitors.shop.context.storageState()).cookies);
    const session = await context.newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    for (const { path } of world.pages) {
      const sizes: { type: string; bytes: Promise<number> }[] = [];
      const take = (request: Request) =>
        sizes.push({
          type: request.resourceType(),
          bytes: request.sizes().then(({ responseBodySize }) => responseBodySize),
        });
      page.on('requestfinished', take);
      await page.goto(path);
      await page.evaluate(seePictures);
      page.off('requestfinished', take);
      const sum = async (some: typeof sizes) =>
        (await Promise.all(some.map(({ bytes }) => bytes))).reduce((all, one) => all + one, 0);
      expect(await sum(sizes.filter(({ type }) => type !== 'image')), path).toBeLessThan(pageBytesMax);
      expect(await sum(sizes), path).toBeLessThan(bytesMax);
    }
    await close();
  });
});
