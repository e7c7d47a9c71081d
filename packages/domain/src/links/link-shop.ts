import { only, type Product, query, type Sql, sql } from '@tillgate/db';
import { demandAnyAccount } from '../applications/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import type { PayPages, WithPayPages } from './link-token.ts';
import { linkRefusals } from './refusals.ts';

/** What a link needs to know of its application. `product`: null without an account at M-PESA. */
export type LinkShop = { product: Product | null; returnHosts: readonly string[] };

/** @throws DomainError forbidden where the installation has no payment pages */
export function demandPayPages({ payPages }: WithPayPages): PayPages {
  if (!payPages) throw new DomainError('forbidden', linkRefusals.noPayPages);
  return payPages;
}

/**
 * Whether an organization `o` may take money on links in an environment. Where several organizations share an
 * installation, the operator allows real money for each, because its pages carry a name that payers trust.
 */
const isAllowed = (o: Sql, environment: Sql): Sql => sql`
  (${environment} = 'sandbox' OR ${o}.links_allowed_at IS NOT NULL
    OR (SELECT count(*) FROM (SELECT 1 FROM organizations LIMIT 2) first_two) = 1)`;

/** Whether its pages take payments now. The view `public_links` says the same. */
export const takesLinks = (o: Sql, environment: Sql): Sql => sql`
  (${o}.suspended_at IS NULL AND ${isAllowed(o, environment)})`;

/**
 * The shop whose page a link is.
 * @throws DomainError forbidden, provider_not_configured
 */
export async function readShop({ db, tenant }: TenantContext): Promise<LinkShop> {
  const { applicationId, environment } = tenant;
  const { product } = await demandAnyAccount(db.prisma, tenant);
  const rows = await query<{ returnHosts: string[]; mayTake: boolean }>(
    db.pool,
    'link_shop',
    sql`
      SELECT a.return_hosts AS "returnHosts", ${isAllowed(sql`o`, sql`${environment}::text`)} AS "mayTake"
      FROM applications a JOIN organizations o ON o.id = a.organization_id WHERE a.id = ${applicationId}::uuid`,
  );
  const { returnHosts, mayTake } = only(rows);
  if (!mayTake) throw new DomainError('forbidden', linkRefusals.linksNotAllowed);
  return { product, returnHosts };
}

/** The hosts that pages of an application may lead back to. */
export async function returnHostsOf({ db, tenant }: TenantContext): Promise<readonly string[]> {
  const where = { id: tenant.applicationId };
  const { returnHosts } = await db.prisma.application.findUniqueOrThrow({ where, select: { returnHosts: true } });
  return returnHosts;
}
