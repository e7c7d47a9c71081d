import type { Order } from '@/features/orders/types';

export type Check = { capability: string; ok: boolean; detail: string };

/** The results of the checks, step by step. A failed order counts as one failed step. */
export function checksOf({ outcome, status }: Pick<Order, 'outcome' | 'status'>): Check[] {
  const checks = outcome?.checks;
  if (Array.isArray(checks)) return checks.filter(isCheck);
  const detail = outcome && 'detail' in outcome ? outcome.detail : status;
  return [{ capability: 'order', ok: false, detail: String(detail) }];
}

function isCheck(value: unknown): value is Check {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ok' in value &&
    typeof value.ok === 'boolean' &&
    'capability' in value &&
    'detail' in value &&
    typeof value.detail === 'string'
  );
}
