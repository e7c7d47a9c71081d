import { randomBytes } from 'node:crypto';
import { createApplication, setProviderCredentials } from '@tillgate/domain/applications';
import type { ActorContext } from '@tillgate/domain/audit';
import { createKey } from '@tillgate/domain/keys';
import { createUser } from '@tillgate/domain/users';

export type Demo = { email: string; password: string; applicationId: string; key: string };

const demoEmail = 'demo@tillgate.test';
/** The sandbox shortcode that all developers share, and its published passkey: they protect nothing. */
const sandboxShortcode = '174379';
const sandboxPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';

/** Makes a demo merchant whose sandbox works with the simulator. Its password is new each time. */
export async function seedDemo(ctx: ActorContext): Promise<Demo> {
  const email = await freeEmail(ctx);
  const password = randomBytes(12).toString('base64url');
  await createUser(ctx, { email, password, name: 'Demo' });
  const { applicationId } = await createApplication(ctx, { name: 'Demo Shop', ownerEmail: email });
  await setProviderCredentials(ctx, {
    applicationId,
    environment: 'sandbox',
    product: 'paybill',
    shortcode: sandboxShortcode,
    consumerKey: 'demo-consumer-key',
    consumerSecret: 'demo-consumer-secret',
    passkey: sandboxPasskey,
    initiatorName: 'testapi',
    initiatorPassword: 'Demo123',
  });
  const { key } = await createKey(ctx, { applicationId, environment: 'sandbox', name: 'Demo' });
  return { email, password, applicationId, key };
}

/** A start that was cut short may have left its user behind. */
async function freeEmail(ctx: ActorContext): Promise<string> {
  const taken = await ctx.db.prisma.user.count({ where: { email: demoEmail } });
  return taken === 0 ? demoEmail : demoEmail.replace('@', `-${randomBytes(4).toString('hex')}@`);
}
