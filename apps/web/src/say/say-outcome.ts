import type { Decoded } from '@tillgate/domain/catalogue';
import type { OrderOutcome } from '@tillgate/domain/orders';
import type { Locale } from '@/i18n/locale';
import { sayDetail } from './say-issue.ts';
import { type Audience, sayReason } from './say-reason.ts';

/** The outcome of an order, with its failure in the reader's language and for their role. */
export function sayOutcome(
  { outcome }: { outcome: OrderOutcome | null },
  locale: Locale,
  audience: Audience,
): OrderOutcome | null {
  if (!outcome || outcome.ok) return outcome;
  const detail = sayDetail(outcome, outcome.code, locale);
  const { decoded } = outcome;
  return { ...outcome, detail, ...(isDecoded(decoded) && { decoded: sayReason(decoded, locale, audience) }) };
}

/** Outcomes are stored as JSON. */
function isDecoded(value: unknown): value is Decoded {
  return typeof value === 'object' && value !== null && 'customerMessage' in value && 'cause' in value;
}
