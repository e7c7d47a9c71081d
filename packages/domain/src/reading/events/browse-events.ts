import { type DeliveryStatus, type Sql, sql } from '@tillgate/db';
import type { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { Tenant, TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { given, type Page, type PageQuery, readPage, rowsWithin, type Span } from '../keyset.ts';
import { type BrowseEventsInput, browseEventsSchema } from './schemas.ts';

export type EventRow = {
  id: string;
  type: string;
  /** The row the event is about. */
  subjectId: string;
  test: boolean;
  createdAt: Date;
  /** How many of its deliveries have each status. */
  deliveries: Record<DeliveryStatus, number>;
};

/**
 * A tenant's webhook events, the newest first, with the states of their deliveries. The filter by delivery finds events
 * that failed at any endpoint.
 * @throws DomainError invalid_input
 */
export async function browseEvents(ctx: TenantContext, input: BrowseEventsInput): Promise<Page<EventRow>> {
  requirePermission(ctx, 'events.read');
  const { type, subjectId, test, delivery, ...page } = parseInput(browseEventsSchema, input);
  return readPage<EventRow>(ctx.db, eventsOf(ctx.tenant, { type, subjectId, test, delivery }), page);
}

type Known = Pick<z.output<typeof browseEventsSchema>, 'type' | 'subjectId' | 'test' | 'delivery'>;
/** Null means absent. */
type Filter = { [Name in keyof Known]?: Known[Name] | null };

const columns = sql`
  r.id, r.type, r.subject_id AS "subjectId", r.test, r.created_at AS "createdAt", (
    SELECT jsonb_build_object(
      'due', count(*) FILTER (WHERE d.status = 'due'), 'delivered', count(*) FILTER (WHERE d.status = 'delivered'),
      'exhausted', count(*) FILTER (WHERE d.status = 'exhausted'),
      'cancelled', count(*) FILTER (WHERE d.status = 'cancelled'))
    FROM webhook_deliveries d WHERE d.event_id = r.id) AS deliveries`;

/** The events of a tenant, or of a span of them, that meet a filter. */
export function eventsOf(within: Tenant | Span, { type, subjectId, test, delivery }: Filter): PageQuery {
  return {
    rows: rowsWithin(sql`webhook_events`, within),
    idType: 'uuid',
    columns,
    conditions: [
      given(type, (value) => sql`r.type = ${value}`),
      given(subjectId, (value) => sql`r.subject_id = ${value}::uuid`),
      given(test, (value) => sql`r.test = ${value}`),
      given(delivery, deliveryCondition),
    ],
    isPrepared: true,
  };
}

function deliveryCondition(status: DeliveryStatus | 'none'): Sql {
  const deliveries = sql`SELECT 1 FROM webhook_deliveries d WHERE d.event_id = r.id`;
  if (status === 'none') return sql`NOT EXISTS (${deliveries})`;
  return sql`EXISTS (${deliveries} AND d.status = ${status}::"DeliveryStatus")`;
}
