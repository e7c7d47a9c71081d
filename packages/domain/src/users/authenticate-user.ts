import type { Context } from '../kernel/context.ts';
import { emailSchema } from './schemas.ts';
import { hashPassword, passwordLengthMax, verifyPassword } from './user.ts';

type AuthenticatedUser = { userId: string; email: string; name: string | null; passwordHash: string };

/**
 * The user with this email and password, or undefined. An unknown address costs as much time as a wrong password, so that
 * timing does not reveal which addresses exist. The caller must throttle.
 */
export async function authenticateUser(
  ctx: Pick<Context, 'db'>,
  credentials: { email: string; password: string },
): Promise<AuthenticatedUser | undefined> {
  const email = emailSchema.safeParse(credentials.email);
  if (!email.success || credentials.password.length > passwordLengthMax) return undefined;
  const user = await ctx.db.prisma.user.findUnique({ where: { email: email.data } });
  if (!user?.passwordHash) {
    await hashPassword(credentials.password);
    return undefined;
  }
  if (!(await verifyPassword(user.passwordHash, credentials.password))) return undefined;
  return { userId: user.id, email: user.email, name: user.name, passwordHash: user.passwordHash };
}
