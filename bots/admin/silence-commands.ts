/** Commands that silence alerts. */
import { page } from './command-replies.js';
import { moment } from './format.js';
import type { CommandDeps } from './key-commands.js';
import type { Message } from './render.js';
import type { Command } from './telegram.js';
import { limits } from './types.js';

export function createSilenceCommands({ engine, context, applyPress }: CommandDeps) {
  return { silence, unsilence, silencedFor };

  function scopesOf(args: readonly string[]): { scopes: string[]; hours: number | null; unknown: string[] } {
    const banks = new Set(engine.providers().map((provider) => provider.key));
    const times = args.filter((arg) => /^\d{1,2}h$/i.test(arg));
    const names = args.filter((arg) => !times.includes(arg)).map((arg) => arg.toLowerCase());
    const unknown = names.filter((name) => name !== 'all' && !banks.has(name));
    return {
      scopes: names.length > 0 ? names : ['all'],
      hours: times[0] === undefined ? null : Number.parseInt(times[0], 10),
      unknown,
    };
  }

  async function silence({ args, by }: Command): Promise<Message> {
    const { scopes, hours, unknown } = scopesOf(args);
    if (unknown.length > 0 || hours === null || hours < 1 || hours > limits.silenceHoursMax) {
      return page([
        ...(unknown.length > 0 ? ['There is no such bank.'] : []),
        `/silence [bank …] 2h: mute alerts for 1 to ${limits.silenceHoursMax} hours, all of them or only those about these banks.`,
      ]);
    }
    await applyPress({ what: 'silence', scopes, hours, by });
    const until = moment(context().now + hours * 3_600_000, context());
    return page([`Silenced until ${until}: ${scopes.join(', ')}. By ${by}.`]);
  }

  async function unsilence({ args, by }: Command): Promise<Message> {
    const { scopes, unknown } = scopesOf(args);
    if (unknown.length > 0) return page(['There is no such bank.']);
    await applyPress({ what: 'unsilence', scopes, by });
    if (context().state.silences.some((silence) => silence.scopes.includes('all'))) {
      return page(['All alerts are still silenced: /unsilence without a bank ends that.']);
    }
    return page([`No longer silenced: ${scopes.join(', ')}.`]);
  }

  /** Scopes that the button End silence lifts: `all` if all alerts are silenced, else the incident's banks. */
  function silencedFor(id: string): string[] {
    const { state } = context();
    const troubles = state.incidents.find((incident) => incident.id === id)?.troubles ?? [];
    const named = troubles.flatMap(({ provider }) => provider ?? []);
    const all = state.silences.some(({ scopes }) => scopes.includes('all'));
    return all ? ['all'] : named;
  }
}
