import type { DeliveryStatus } from '@tillgate/db';
import type { TenantContext } from '../../context.ts';
import { parseInput } from '../../input.ts';
import { type Page, readPage } from '../keyset.ts';
import { type BrowseEventsInput, browseEventsSchema } from './schemas.ts';

export type EventRow = {
  id: string;
  type: string;
  /** The row the event is about. */
  subjectId: string;
  test: boolean;
  createdAt: Date;
  /** How many of its deliveries stand where. */
  deliveries: Record<DeliveryStatus, number>;
};

const fits = `
  ($1::text IS NULL OR r.type = $1)
  AND ($2::uuid IS NULL OR r.subject_id = $2)
  AND ($3::boolean IS NULL OR r.test = $3)
  AND ($4::text IS NULL OR CASE $4
    WHEN 'none' THEN NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = r.id)
    ELSE EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = r.id AND d.status::text = $4) END)`;

/**
 * What the tenant's endpoints were told, the newest first, with what became of it at all of them. The filter by delivery finds what
 * failed anywhere.
 * @throws DomainError invalid_input
 */
export async function browseEvents(ctx: TenantContext, input: BrowseEventsInput): Promise<Page<EventRow>> {
  const { type, subjectId, test, delivery, ...page } = parseInput(browseEventsSchema, input);
  const filter = [type, subjectId, test, delivery].map((value) => value ?? null);
  return readPage<EventRow>(
    ctx.db,
    {
      name: 'events_browse',
      scanned: {
        from: 'webhook_events',
        where: 'application_id = $1 AND environment = $2::"Environment"',
        values: [ctx.tenant.applicationId, ctx.tenant.environment],
        idType: 'uuid',
      },
      columns: `r.id, r.type, r.subject_id AS "subjectId", r.test, r.created_at AS "createdAt", (
        SELECT jsonb_build_object(
          'due', count(*) FILTER (WHERE d.status = 'due'), 'delivered', count(*) FILTER (WHERE d.status = 'delivered'),
          'exhausted', count(*) FILTER (WHERE d.status = 'exhausted'),
          'cancelled', count(*) FILTER (WHERE d.status = 'cancelled'))
        FROM webhook_deliveries d WHERE d.event_id = r.id) AS deliveries`,
      filter: { where: fits, values: filter },
      isUnfiltered: filter.every((value) => value === null),
    },
    page,
  );
}
