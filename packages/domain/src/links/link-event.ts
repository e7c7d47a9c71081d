import type { LinkEnding } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { type FrozenEvent, renderEvent } from '../outbox/index.ts';

/** The event of a link that ended. A link that was opened again has one for each end. */
export function linkEndedEvent(
  link: Tenant & { id: string; endings: number },
  { endedBy, at }: { endedBy: LinkEnding; at: Date },
): NonNullable<FrozenEvent> {
  const { id: linkId, applicationId, environment: env, endings } = link;
  const body = renderEvent('link.ended', at, { linkId, applicationId, env, endedBy });
  return { type: 'link.ended', body, sequence: endings + 1 };
}
