import { type RailName, railsLabel } from '@tillgate/domain/rails/labels';
import type { Locale } from '@/i18n/locale';

/** What the texts of the first steps are told of an application with accounts at these networks. */
export function setupValues(rails: readonly RailName[], locale: Locale) {
  const [first, ...others] = rails;
  const rail = first === undefined || others.length > 0 ? 'any' : first;
  // M-PESA alone has defaults for the sandbox. Without an account, they are the shortest way.
  const hasDefaults = first === undefined || rails.includes('mpesa');
  return { networks: railsLabel(rails, locale), rail, hasDefaults: String(hasDefaults) };
}
