import { only } from '@tillgate/db';
import type { AuditDetail } from '../../audit/index.ts';
import type { TenantContext } from '../../context.ts';
import { parseInput } from '../../input.ts';
import { type Page, readPage } from '../keyset.ts';
import { type DescribedActor, describeActors } from './describe-actors.ts';
import { type BrowseAuditInput, browseAuditSchema } from './schemas.ts';

export type AuditRow = {
  id: string;
  /** As stored, to filter by. */
  actor: string;
  who: DescribedActor;
  action: string;
  subjectId: string;
  /** The person it happened to, when it happened to one. */
  whom: DescribedActor | null;
  detail: AuditDetail;
  createdAt: Date;
};

type StoredRow = Omit<AuditRow, 'who' | 'whom'>;

/** Both parts are read by an index of their own; nothing of the organization's other applications is in either. */
const ownEntries = `(
  SELECT * FROM audit_entries WHERE application_id = $1
  UNION ALL
  SELECT * FROM audit_entries WHERE organization_id = $2 AND application_id IS NULL) entries`;

const fits = `
  ($1::text IS NULL OR r.actor = $1)
  AND ($2::text IS NULL OR CASE $2
    WHEN 'person' THEN r.actor LIKE 'user:%' WHEN 'key' THEN r.actor LIKE 'key:%'
    WHEN 'system' THEN r.actor NOT LIKE 'user:%' AND r.actor NOT LIKE 'key:%' AND r.actor NOT IN ('operator', 'provider', 'visitor')
    ELSE r.actor = $2 END)
  AND ($3::text IS NULL OR r.action = $3 OR starts_with(r.action, $3 || '.'))
  AND ($4::text IS NULL OR r.subject_id = $4)
  AND ($5::text IS NULL OR coalesce(r.detail->>'environment', $5) = $5)`;

/**
 * Who did what in an application and its organization, the newest first; of both environments unless one is named.
 * @throws DomainError invalid_input
 */
export async function browseAudit(ctx: TenantContext, input: BrowseAuditInput): Promise<Page<AuditRow>> {
  const { actor, actorKind, action, subjectId, environment, ...page } = parseInput(browseAuditSchema, input);
  const { applicationId } = ctx.tenant;
  const organizationId = await organizationOf(ctx);
  const filter = [actor, actorKind, action, subjectId, environment].map((value) => value ?? null);
  const found = await readPage<StoredRow>(
    ctx.db,
    {
      name: 'audit_browse',
      scanned: { from: ownEntries, where: 'true', values: [applicationId, organizationId], idType: 'uuid' },
      columns: `r.id, r.actor, r.action, r.subject_id AS "subjectId", r.detail, r.created_at AS "createdAt"`,
      filter: { where: fits, values: filter },
      isUnfiltered: filter.every((value) => value === null),
    },
    page,
  );
  const describe = await describeActors(
    ctx.db.prisma,
    applicationId,
    found.rows.flatMap((row) => [row.actor, personOf(row)]),
  );
  const rows = found.rows.map((row) => {
    const person = personOf(row);
    return { ...row, who: describe(row.actor), whom: person === null ? null : describe(person) };
  });
  return { ...found, rows };
}

/** Whom an entry is about, as an actor. */
function personOf({ action, subjectId }: Pick<StoredRow, 'action' | 'subjectId'>): string | null {
  return /^(member|user)\./.test(action) ? `user:${subjectId}` : null;
}

async function organizationOf(ctx: TenantContext): Promise<string> {
  const applications = await ctx.db.prisma.application.findMany({
    where: { id: ctx.tenant.applicationId },
    select: { organizationId: true },
  });
  return only(applications).organizationId;
}
