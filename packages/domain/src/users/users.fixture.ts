import { TOTP } from 'otpauth';
import { operator } from '../kernel/authority.ts';
import { readMailText } from '../mails/index.ts';
import { mintPerson, type TestContext } from '../testing/index.ts';
import { asPerson, createIdentity, type PersonContext, type WithIdentity } from './identity.ts';
import { signIn } from './sign-in.ts';
import { generateVaultKey } from './totp-vault.ts';

export type IdentityContext = TestContext & WithIdentity;

/** A context for sign-ins, with its own counters. */
export function identityContext(base: TestContext): IdentityContext {
  const secret = 'a secret of the test process, 32+';
  const options = { secret, vaultKeys: generateVaultKey(), limits: { kind: 'memory' as const } };
  return { ...base, ...createIdentity({ ...options, dashboardUrl: 'https://dash.example/' }) };
}

export type SignedIn = IdentityContext & PersonContext & { email: string; password: string };

/** A new signed-in person. */
export async function newPerson(ctx: IdentityContext, given: { email?: string } = {}): Promise<SignedIn> {
  const { userId, email, password } = await mintPerson(ctx, { name: 'Ann Otieno', ...given });
  const person = asPerson(ctx, { userId, sessionId: await signedIn(ctx, { email, password }) });
  // Verbs about members ask for the role again, under its lock.
  return { ...person, authority: operator, email, password };
}

/** Signs in with the password alone. Returns the session. */
export async function signedIn(ctx: IdentityContext, who: { email: string; password: string }): Promise<string> {
  const answer = await signIn(ctx, { email: who.email, password: who.password }, {});
  if (answer.kind !== 'signed_in') throw new Error('a second factor is needed');
  return answer.sessionId;
}

/** What an authenticator app shows. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

/** The token in the last email with a link to an address; empty when there was none. */
export async function tokenTo({ db, open }: IdentityContext, email: string): Promise<string> {
  const where = { to: email, hasSecret: true };
  const mail = await db.prisma.mail.findFirst({ where, orderBy: { id: 'desc' } });
  return /token=([A-Za-z0-9_-]+)/.exec(mail ? readMailText(open, mail) : '')?.[1] ?? '';
}
