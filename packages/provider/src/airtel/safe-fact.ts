import type { RailFact } from '@tillgate/domain';
import { safeText } from '../kit/safe-text.ts';

/** The fact without any of the secrets in its words. */
export function safeFact(fact: RailFact, secrets: readonly string[]): RailFact {
  return { ...fact, code: safeText(fact.code, secrets), text: safeText(fact.text, secrets) };
}
