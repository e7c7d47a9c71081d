import type { Order } from './types.ts';

const inHouseSteps = {
  policy_change: 'applyingStep',
  guard_change: 'ruleStep',
  key_grant: 'keyStep',
  resolution: 'recordingStep',
  statement_payment: 'recordingStep',
  not_money: 'recordingStep',
} as const satisfies Partial<Record<Order['kind'], string>>;

type Step = (typeof inHouseSteps)[keyof typeof inHouseSteps] | 'sendingStep';

/** The text of `orders.detail` that says what happens after the approval. Some orders send nothing to the network. */
export function underwayStep(kind: Order['kind']): Step {
  const steps: Partial<Record<Order['kind'], Step>> = inHouseSteps;
  return steps[kind] ?? 'sendingStep';
}
