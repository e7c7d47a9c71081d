import type { Decoded } from '@tillgate/domain/catalogue';
import type { OrderOutcome } from '@tillgate/domain/orders';
import { railNames } from '@tillgate/domain/rails/labels';
import type { Locale } from '@/i18n/locale';
import { sayDetail } from './say-issue.ts';
import { type Audience, sayReason } from './say-reason.ts';

/** The outcome of an order, with its failure in the reader's language and for their role. The order may ask for a network. */
export function sayOutcome(
  { outcome, input }: { outcome: OrderOutcome | null; input: Record<string, unknown> },
  locale: Locale,
  audience: Audience,
): OrderOutcome | null {
  if (!outcome || outcome.ok) return outcome;
  const detail = sayDetail(outcome, outcome.code, locale);
  const { decoded } = outcome;
  const rail = railNames.find((name) => name === input.rail);
  return { ...outcome, detail, ...(isDecoded(decoded) && { decoded: sayReason(decoded, locale, audience, rail) }) };
}

/** Outcomes are stored as JSON. */
function isDecoded(value: unknown): value is Decoded {
  return typeof value === 'object' && value !== null && 'customerMessage' in value && 'cause' in value;
}
