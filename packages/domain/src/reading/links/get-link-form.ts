import type { Product } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import type { WithPayPages } from '../../links/index.ts';
import { type RailName, railLabel } from '../../rails/index.ts';

/** What a page says beside its link. */
export type LinkForm = {
  hasPayPages: boolean;
  /** What payers read as the name of the shop. */
  merchantName: string;
  /** The networks on which a link can be paid, the default first; none while there is no account. */
  rails: RailName[];
  /** What payers read of the number at each of them. */
  places: { kind: Product | 'other'; network: string; number: string }[];
  /** The number at M-PESA; null without an account there. */
  account: { product: Product; number: string } | null;
  /** Hosts that pages may lead back to. */
  returnHosts: string[];
};

/** What a person needs to know in order to make or change a link. */
export async function getLinkForm(ctx: TenantContext & WithPayPages): Promise<LinkForm> {
  requirePermission(ctx, 'links.read');
  const { prisma } = ctx.db;
  const { applicationId } = ctx.tenant;
  const [application, accounts, credentials] = await Promise.all([
    prisma.application.findUniqueOrThrow({
      where: { id: applicationId },
      select: { name: true, returnHosts: true, organization: { select: { publicName: true } } },
    }),
    prisma.railAccount.findMany({
      where: ctx.tenant,
      select: { rail: true, number: true },
      orderBy: [{ isDefault: 'desc' }, { rail: 'asc' }],
    }),
    prisma.providerCredential.findUnique({
      where: { applicationId_environment: ctx.tenant },
      select: { product: true, shortcode: true, tillNumber: true },
    }),
  ]);
  const { name, organization, returnHosts } = application;
  const account = credentials && {
    product: credentials.product,
    number: credentials.tillNumber ?? credentials.shortcode,
  };
  return {
    hasPayPages: ctx.payPages !== undefined,
    merchantName: organization.publicName ?? name,
    rails: accounts.map(({ rail }) => rail),
    places: accounts.map(({ rail, number }) =>
      rail === 'mpesa' && account
        ? { kind: account.product, network: railLabel(rail), number: account.number }
        : { kind: 'other', network: railLabel(rail), number },
    ),
    account,
    returnHosts,
  };
}
