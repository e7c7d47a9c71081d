import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Actor } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { demandStrongPassword } from './password-strength.ts';
import { userIssues } from './refusals.ts';
import { hashPassword } from './user.ts';

type NewUser = { userId: string; email: string; name: string | null; password: string; at: Date };

/**
 * Checks and hashes the password, which is slow, and returns a function that inserts the user in the caller's
 * transaction.
 * @throws DomainError invalid_input when the password is easy to guess, and from that function, when the address is taken
 */
export async function insertUser({ password, ...user }: NewUser) {
  demandStrongPassword(password, user);
  const passwordHash = await hashPassword(password);
  return (tx: Prisma.TransactionClient, actor: Actor) => writeUser(tx, actor, { ...user, passwordHash });
}

/**
 * Writes the person and the audit entry.
 * @throws DomainError invalid_input when the address is taken
 */
export async function writeUser(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { userId, email, name, passwordHash, at }: Omit<NewUser, 'password'> & { passwordHash: string },
): Promise<void> {
  const data = [{ id: userId, email, name, passwordHash, createdAt: at }];
  const { count } = await tx.user.createMany({ data, skipDuplicates: true });
  if (count === 0) throw invalidInput(issue('email', userIssues.addressTaken));
  await audit(tx, { actor, action: 'user.created', subjectId: userId, detail: { email }, at });
}
