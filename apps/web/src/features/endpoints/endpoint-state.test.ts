import { expect, it } from 'vitest';
import { stateOf } from './endpoint-state.tsx';
import type { Endpoint } from './types.ts';

const health: Endpoint['health'] = {
  status: 'enabled',
  disabledReason: null,
  disabledBy: null,
  failingSince: null,
  lastFailure: null,
  circuit: { state: 'closed' },
  nextSecretAt: null,
  waiting: { value: 0, more: false },
  lastDay: { attempts: 0, failures: 0, more: false },
  lastSuccessAt: null,
};
const at = '2026-03-01T10:00:00.000Z';

it.each([
  [{}, 'untried'],
  [{ lastSuccessAt: at }, 'healthy'],
  [{ lastDay: { attempts: 3, failures: 0, more: false } }, 'healthy'],
  [{ failingSince: at, lastSuccessAt: at }, 'failing'],
  [{ failingSince: at, circuit: { state: 'open' as const, openUntil: at } }, 'paused'],
  [{ failingSince: at, circuit: { state: 'half_open' as const } }, 'paused'],
  [{ status: 'disabled' as const, failingSince: at, circuit: { state: 'open' as const, openUntil: at } }, 'disabled'],
])('%o is %s', (more, state) => {
  expect(stateOf({ health: { ...health, ...more } })).toBe(state);
});
