import { type AccountPart, accountParts, otherRails } from '../../applications/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import type { RailName } from '../../rails/index.ts';
import { type ActorView, describeActors } from '../actors.ts';

/** An account at a network; of secrets, only the names of those that are set. */
type AccountView = {
  number: string;
  settings: Record<string, string | boolean>;
  secretsSet: string[];
  /** It takes what no rule gives to another account. */
  isDefault: boolean;
  /** What people type into the portal of the network; null where each call names its own address. */
  hookUrl: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Null when the audit has no entry. */
  updatedBy: ActorView | null;
};

/** A network, whether the tenant has an account there or not. `parts`: empty for M-PESA, whose form is its own. */
export type RailAccountStatus = { rail: RailName; parts: AccountPart[]; account: AccountView | null };

/** What a change of an account is called in the audit, M-PESA's by its credentials. */
const changes = ['rail_account.created', 'rail_account.changed', 'credentials.created', 'credentials.changed'];

/**
 * The tenant's accounts at every network, M-PESA first. Never a secret, sealed or open.
 * @param publicBaseUrl the public address of the hooks, with /functions/v1
 */
export async function listRailAccounts(
  ctx: TenantContext,
  { publicBaseUrl }: { publicBaseUrl: string },
): Promise<RailAccountStatus[]> {
  requirePermission(ctx, 'credentials.read');
  const { applicationId, environment } = ctx.tenant;
  const { prisma } = ctx.db;
  const rows = await prisma.railAccount.findMany({
    where: { applicationId, environment },
    include: { secrets: { select: { name: true }, orderBy: { name: 'asc' } } },
  });
  const actors = await Promise.all(
    rows.map(async ({ id, rail }) => {
      const change = await prisma.auditEntry.findFirst({
        where: {
          subjectId: rail === 'mpesa' ? applicationId : id,
          applicationId,
          action: { in: changes },
          detail: { path: ['environment'], equals: environment },
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { actor: true },
      });
      return change?.actor ?? null;
    }),
  );
  const who = await describeActors(prisma, applicationId, actors);
  const accounts = rows.map(({ rail, number, settings, secrets, hookToken, ...row }, place) => {
    const actor = actors[place] ?? null;
    const account: AccountView = {
      number,
      settings: settings as AccountView['settings'],
      secretsSet: secrets.map(({ name }) => name),
      isDefault: row.isDefault,
      hookUrl: hookToken === null ? null : `${publicBaseUrl}/rail-hook/${hookToken}`,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      updatedBy: actor === null ? null : who(actor),
    };
    return { rail, account };
  });
  const accountAt = (rail: RailName) => accounts.find((each) => each.rail === rail)?.account ?? null;
  return [
    { rail: 'mpesa', parts: [], account: accountAt('mpesa') },
    ...otherRails.map((rail) => ({ rail, parts: accountParts(rail), account: accountAt(rail) })),
  ];
}
