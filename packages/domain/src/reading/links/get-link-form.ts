import type { Product } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import type { WithPayPages } from '../../links/index.ts';

/** What a page says beside its link. */
export type LinkForm = {
  hasPayPages: boolean;
  /** What payers read as the name of the shop. */
  merchantName: string;
  /** Null while there are no credentials. */
  account: { product: Product; number: string } | null;
  /** Hosts that pages may lead back to. */
  returnHosts: string[];
};

/** What a person needs to know in order to make or change a link. */
export async function getLinkForm(ctx: TenantContext & WithPayPages): Promise<LinkForm> {
  requirePermission(ctx, 'links.read');
  const { prisma } = ctx.db;
  const { applicationId } = ctx.tenant;
  const [application, credentials] = await Promise.all([
    prisma.application.findUniqueOrThrow({
      where: { id: applicationId },
      select: { name: true, returnHosts: true, organization: { select: { publicName: true } } },
    }),
    prisma.providerCredential.findUnique({
      where: { applicationId_environment: ctx.tenant },
      select: { product: true, shortcode: true, tillNumber: true },
    }),
  ]);
  const { name, organization, returnHosts } = application;
  return {
    hasPayPages: ctx.payPages !== undefined,
    merchantName: organization.publicName ?? name,
    account: credentials && {
      product: credentials.product,
      number: credentials.tillNumber ?? credentials.shortcode,
    },
    returnHosts,
  };
}
