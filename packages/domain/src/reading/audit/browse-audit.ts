import { empty, only, type Sql, sql } from '@tillgate/db';
import type { AuditDetail } from '../../audit/index.ts';
import { hasPermission, requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { given, type Page, readPage, rowsOf } from '../keyset.ts';
import { type actorKindSchema, type BrowseAuditInput, browseAuditSchema } from './schemas.ts';
import { describeSignIns, signInsOf } from './sign-ins.ts';

export type AuditRow = {
  id: string;
  /** As stored, to filter by. */
  actor: string;
  who: ActorView;
  action: string;
  subjectId: string;
  /** The affected person; null when the entry is not about a person. */
  whom: ActorView | null;
  detail: AuditDetail;
  createdAt: Date;
};

type StoredRow = Omit<AuditRow, 'who' | 'whom'>;

/** The reader. Without a role that may change members, sign-ins of members are left out. */
/**
 * The audit of an application and its organization, the newest first, of both environments unless one is named. Readers
 * who may change members also see sign-ins, from the time each member joined.
 * @throws DomainError invalid_input
 */
export async function browseAudit(ctx: TenantContext, input: BrowseAuditInput): Promise<Page<AuditRow>> {
  requirePermission(ctx, 'audit.read');
  const { actor, actorKind, action, subjectId, environment, ...page } = parseInput(browseAuditSchema, input);
  const { applicationId } = ctx.tenant;
  const organizationId = await organizationOf(ctx);
  const withSignIns = hasPermission(ctx, 'members.write');
  const found = await readPage<StoredRow>(
    ctx.db,
    {
      rows: rowsOf(entriesOf(applicationId, organizationId, withSignIns), sql`true`),
      idType: 'uuid',
      columns: sql`r.id, r.actor, r.action, r.subject_id AS "subjectId", r.detail, r.created_at AS "createdAt"`,
      conditions: [
        given(actor, (value) => sql`r.actor = ${value}`),
        given(actorKind, kindCondition),
        given(action, (value) => sql`r.action = ${value} OR starts_with(r.action, ${`${value}.`})`),
        given(subjectId, (value) => sql`r.subject_id = ${value}`),
        given(environment, (value) => sql`coalesce(r.detail->>'environment', ${value}) = ${value}`),
      ],
    },
    page,
  );
  const describe = await describeActors(
    ctx.db.prisma,
    applicationId,
    found.rows.flatMap((row) => [row.actor, personOf(row)]),
  );
  const rows = (await describeSignIns(ctx.db.prisma, found.rows)).map((row) => {
    const person = personOf(row);
    return { ...row, who: describe(row.actor), whom: person === null ? null : describe(person) };
  });
  return { ...found, rows };
}

const columns = sql`e.id, e.actor, e.action, e.subject_id, e.detail, e.created_at`;

/**
 * Entries of an application, those of its organization that name no application, and how its
 * members signed in. An index serves each part.
 */
function entriesOf(applicationId: string, organizationId: string, withSignIns: boolean): Sql {
  return sql`(
    SELECT ${columns} FROM audit_entries e WHERE e.application_id = ${applicationId}::uuid
    UNION ALL
    SELECT ${columns} FROM audit_entries e WHERE e.organization_id = ${organizationId}::uuid AND e.application_id IS NULL
    ${withSignIns ? sql`UNION ALL ${signInsOf(columns, organizationId)}` : empty}) entries`;
}

function kindCondition(kind: ReturnType<typeof actorKindSchema.parse>): Sql {
  if (kind === 'person') return sql`r.actor LIKE 'user:%'`;
  if (kind === 'key') return sql`r.actor LIKE 'key:%'`;
  if (kind !== 'system') return sql`r.actor = ${kind}`;
  return sql`
    r.actor NOT LIKE 'user:%' AND r.actor NOT LIKE 'key:%' AND r.actor NOT IN ('operator', 'provider', 'visitor')`;
}

/** The person whom an entry is about, as an actor. */
function personOf({ action, subjectId }: Pick<StoredRow, 'action' | 'subjectId'>): string | null {
  return /^(member|user|password|second_factor|session)\./.test(action) ? `user:${subjectId}` : null;
}

async function organizationOf(ctx: TenantContext): Promise<string> {
  const applications = await ctx.db.prisma.application.findMany({
    where: { id: ctx.tenant.applicationId },
    select: { organizationId: true },
  });
  return only(applications).organizationId;
}
