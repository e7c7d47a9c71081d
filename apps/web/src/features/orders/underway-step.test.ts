import { expect, it } from 'vitest';
import { underwayStep } from './underway-step.ts';

it.each([
  ['payout', 'sendingStep'],
  ['reversal', 'sendingStep'],
  ['payout_batch', 'sendingStep'],
  ['statement_payment', 'recordingStep'],
  ['resolution', 'recordingStep'],
  ['not_money', 'recordingStep'],
  ['policy_change', 'applyingStep'],
  ['guard_change', 'ruleStep'],
  ['key_grant', 'keyStep'],
] as const)('an approved %s says %s', (kind, step) => {
  expect(underwayStep(kind)).toBe(step);
});
