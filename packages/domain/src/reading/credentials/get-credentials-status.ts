import type { Product } from '@tillgate/db';
import type { SecretName } from '../../applications/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { type ActorView, describeActors } from '../actors.ts';

/** A tenant's provider credentials; of secrets, only whether they are set. */
export type CredentialsStatus =
  | { configured: false }
  | {
      configured: true;
      product: Product;
      shortcode: string;
      tillNumber: string | null;
      initiatorName: string | null;
      isSet: Record<SecretName, boolean>;
      updatedAt: Date;
      /** Null when the audit has no entry. */
      updatedBy: ActorView | null;
    };

/** Never a secret, sealed or open. */
export async function getCredentialsStatus(ctx: TenantContext): Promise<CredentialsStatus> {
  requirePermission(ctx, 'credentials.read');
  const { applicationId, environment } = ctx.tenant;
  const [stored, change] = await Promise.all([
    ctx.db.prisma.providerCredential.findUnique({
      where: { applicationId_environment: { applicationId, environment } },
    }),
    ctx.db.prisma.auditEntry.findFirst({
      where: {
        subjectId: applicationId,
        applicationId,
        action: { in: ['credentials.created', 'credentials.changed'] },
        detail: { path: ['environment'], equals: environment },
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { actor: true },
    }),
  ]);
  if (!stored) return { configured: false };
  const who = await describeActors(ctx.db.prisma, applicationId, [change?.actor ?? null]);
  return {
    configured: true,
    product: stored.product,
    shortcode: stored.shortcode,
    tillNumber: stored.tillNumber,
    initiatorName: stored.initiatorName,
    isSet: {
      consumerKey: stored.sealedConsumerKey !== '',
      consumerSecret: stored.sealedConsumerSecret !== '',
      passkey: stored.sealedPasskey !== '',
      initiatorPassword: stored.sealedInitiatorPassword !== null,
    },
    updatedAt: stored.updatedAt,
    updatedBy: change ? who(change.actor) : null,
  };
}
