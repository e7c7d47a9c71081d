import type { Product } from '@tillgate/db';
import { demandCredentials } from '../applications/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import type { PayPages, WithPayPages } from './link-token.ts';
import { linkRefusals } from './refusals.ts';

/** What a link needs to know of its application. */
export type LinkShop = { product: Product; returnHosts: readonly string[] };

/** @throws DomainError forbidden where the installation has no payment pages */
export function demandPayPages({ payPages }: WithPayPages): PayPages {
  if (!payPages) throw new DomainError('forbidden', linkRefusals.noPayPages);
  return payPages;
}

/**
 * The shop whose page a link is. Where several organizations share an installation, the operator allows links with real
 * money for each, because its pages carry a name that payers trust.
 * @throws DomainError forbidden, provider_not_configured
 */
export async function readShop({ db, tenant }: TenantContext): Promise<LinkShop> {
  const { applicationId, environment } = tenant;
  const { prisma } = db;
  const [{ product }, application] = await Promise.all([
    demandCredentials(prisma, tenant),
    prisma.application.findUniqueOrThrow({
      where: { id: applicationId },
      select: { returnHosts: true, organization: { select: { linksAllowedAt: true } } },
    }),
  ]);
  if (environment === 'production' && application.organization.linksAllowedAt === null) {
    if ((await prisma.organization.count({ take: 2 })) > 1) {
      throw new DomainError('forbidden', linkRefusals.linksNotAllowed);
    }
  }
  return { product, returnHosts: application.returnHosts };
}

/** The hosts that pages of an application may lead back to. */
export async function returnHostsOf({ db, tenant }: TenantContext): Promise<readonly string[]> {
  const where = { id: tenant.applicationId };
  const { returnHosts } = await db.prisma.application.findUniqueOrThrow({ where, select: { returnHosts: true } });
  return returnHosts;
}
