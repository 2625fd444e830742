/** The tone of each state of `GET /api/status`. */
import type { Tone } from '../../components/status-icon.js';

export const stateTones = {
  operational: 'good',
  degraded: 'unsure',
  slow: 'unsure',
  down: 'bad',
  unknown: 'unknown',
} as const satisfies Record<string, Tone>;
