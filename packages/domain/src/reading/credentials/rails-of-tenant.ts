import type { Prisma } from '@tillgate/db';
import { paysOutWith } from '../../applications/index.ts';
import type { Tenant } from '../../kernel/context.ts';
import type { RailName } from '../../rails/index.ts';

type Rows = Pick<Prisma.TransactionClient, 'railAccount' | 'providerCredential'>;

/** The networks at which a tenant has accounts, the default first. */
export async function listCollectingRails(rows: Rows, tenant: Tenant): Promise<RailName[]> {
  return (await listAccounts(rows, tenant)).map(({ rail }) => rail);
}

/** The networks that a tenant can send money from, because all is set that they need for it; the default first. */
export async function listPayingRails(rows: Rows, tenant: Tenant): Promise<RailName[]> {
  const where = { ...tenant, NOT: [{ initiatorName: null }, { sealedInitiatorPassword: null }] };
  const [accounts, initiators] = await Promise.all([
    listAccounts(rows, tenant),
    rows.providerCredential.count({ where }),
  ]);
  const isReady = ({ rail, secrets }: (typeof accounts)[number]) =>
    rail === 'mpesa'
      ? initiators > 0
      : paysOutWith(
          rail,
          secrets.map(({ name }) => name),
        );
  return accounts.filter(isReady).map(({ rail }) => rail);
}

const listAccounts = (rows: Rows, tenant: Tenant) =>
  rows.railAccount.findMany({
    where: tenant,
    select: { rail: true, secrets: { select: { name: true } } },
    orderBy: [{ isDefault: 'desc' }, { rail: 'asc' }],
  });
