import type { Environment } from '@tillgate/db';
import type { Place } from '@tillgate/domain/reading/members';
import type { TenantParams } from './tenant.ts';

/**
 * Where `/` leads: the place that the cookie remembers (`<application>/<environment>`) while it is still one of the person's, else
 * the first application; undefined when there is none.
 */
export function startOf(places: readonly Place[], remembered: string | undefined): TenantParams | undefined {
  const own = places.flatMap(({ applications }) => applications.map(({ applicationId }) => applicationId));
  const [applicationId, environment] = remembered?.split('/') ?? [];
  const chosen = own.find((candidate) => candidate === applicationId) ?? own[0];
  if (chosen === undefined) return undefined;
  const isProduction = chosen === applicationId && environment === 'production';
  return { applicationId: chosen, environment: isProduction ? 'production' : ('sandbox' satisfies Environment) };
}
