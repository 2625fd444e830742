/** /settings: name, tolerance, maximum age, closing time, asking for amounts, alerts. The engine validates typed answers. */
import { Composer } from 'grammy';
import { type Shop, ShopError } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import type { CashierContext } from '../../identify.js';
import {
  message,
  parseClock,
  renderClosingChoice,
  renderSettingAsk,
  renderSettingError,
  renderSettings,
  type SettingName,
} from '../../render/index.js';
import { groupButton } from '../groups.js';
import { ask, closePrompt, onAnswer } from '../prompt-answers.js';
import { onPress, ownerAt, ownerOf, reply } from '../reply.js';

type TypedSetting = Exclude<SettingName, 'closingTime'>;

/** Typed answer that switches the closing time off. */
const off = /^[-–—]$/;

export function createSettings(deps: FeatureDeps): Composer<CashierContext> {
  const { shops } = deps.engine;
  const composer = new Composer<CashierContext>();

  composer.command('settings', async (ctx) => {
    const membership = await ownerOf(ctx);
    if (membership !== null) await show(ctx, membership.shop);
  });

  onPress(composer, 'changeSetting', async (ctx, { setting }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    await ask(deps, ctx, { what: `setting-${setting}`, about: { shop: membership.shop.id } });
    await reply(ctx, renderSettingAsk(ctx.sender.words, setting));
  });

  onPress(composer, 'closeAt', async (ctx, { time }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const closingTime = time === 'off' ? null : `${time.slice(0, 2)}:${time.slice(2)}`;
    const changed = await shops.set(membership.shop.id, { closingTime });
    await closePrompt(deps, ctx);
    await showSaved(ctx, changed);
  });

  // The button carries the new value, so that handling a press twice does not toggle it back.
  onPress(composer, 'askAmounts', (ctx, { to }) => change(ctx, { askAmount: to === 'on' }));
  onPress(composer, 'setAlerts', (ctx, { to }) => change(ctx, { alerts: to === 'on' }));

  // Asks which clock is meant: the wrong one would send the summary in the middle of the night.
  onAnswer(composer, 'setting-closingTime', async (ctx, { shop }, text) => {
    const membership = await ownerAt(ctx, shop);
    if (membership === null) return await closePrompt(deps, ctx);
    const { words } = ctx.sender;
    const [time, ...others] = parseClock(text);
    if (time !== undefined && others.length > 0)
      return await reply(ctx, renderClosingChoice(words, [time, ...others]));
    if (time === undefined && !off.test(text))
      return await reply(ctx, renderSettingError(words, 'closingTime'));
    const changed = await shops.set(membership.shop.id, { closingTime: time ?? null });
    await closePrompt(deps, ctx);
    await showSaved(ctx, changed);
  });

  for (const setting of ['name', 'tolerance', 'maxAgeHours'] as const) {
    onAnswer(composer, `setting-${setting}`, async (ctx, { shop }, text) => {
      const membership = await ownerAt(ctx, shop);
      if (membership === null) return await closePrompt(deps, ctx);
      const changed = await save(membership.shop.id, setting, text);
      if (changed === null) return await reply(ctx, renderSettingError(ctx.sender.words, setting));
      await closePrompt(deps, ctx);
      await showSaved(ctx, changed);
    });
  }
  return composer;

  async function change(ctx: CashierContext, settings: Parameters<typeof shops.set>[1]): Promise<void> {
    const membership = await ownerOf(ctx);
    if (membership !== null) await showSaved(ctx, await shops.set(membership.shop.id, settings));
  }

  function showSaved(ctx: CashierContext, shop: Shop): Promise<void> {
    return show(ctx, shop, ctx.sender.words.t('setting-saved'));
  }

  async function show(ctx: CashierContext, shop: Shop, first = ''): Promise<void> {
    const { words } = ctx.sender;
    const { text, buttons } = renderSettings(words, shop);
    await reply(ctx, message([first, text], [...buttons, [groupButton(words, ctx, shop.id)]]));
  }

  /** @returns null if the engine rejects the value */
  async function save(shop: string, setting: TypedSetting, text: string): Promise<Shop | null> {
    try {
      return await write(shop, setting, text);
    } catch (error) {
      if (error instanceof ShopError && error.kind === 'invalid') return null;
      throw error;
    }
  }

  async function write(shop: string, setting: TypedSetting, text: string): Promise<Shop> {
    switch (setting) {
      case 'name':
        return await shops.rename(shop, text);
      case 'tolerance':
        return await shops.set(shop, { tolerance: text });
      case 'maxAgeHours':
        return await shops.set(shop, { maxAgeHours: /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN });
    }
  }
}
