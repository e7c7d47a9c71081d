import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { passwordMark } from './challenge.ts';
import { byAddress, throttle, type Visitor, type WithIdentity } from './identity.ts';
import {
  checkSignature,
  issuePasskeyChallenge,
  loadWebAuthn,
  type PasskeyPurpose,
  passkeySite,
  readSignature,
} from './passkey.ts';
import { userRefusals } from './refusals.ts';
import { type SignInAnswer, startSession } from './start-session.ts';
import { lockUser } from './statements.ts';

/**
 * The options for a browser to sign in or prove an identity with a passkey. Nothing is stored.
 * @param purpose a proof only requests passkeys of that person
 * @returns options for `navigator.credentials.get`; undefined where browsers have no passkeys
 */
export async function askForPasskey(
  ctx: Context & WithIdentity,
  purpose: Exclude<PasskeyPurpose, { for: 'registration' }>,
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const site = passkeySite(ctx.dashboardUrl);
  if (!site) return undefined;
  const userId = 'userId' in purpose ? purpose.userId : undefined;
  const own = userId === undefined ? [] : await ctx.db.prisma.passkey.findMany({ where: { userId } });
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: issuePasskeyChallenge(ctx.passkeyVault, purpose, ctx.clock.now()),
    allowCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: 'required',
  });
}

/** A valid signature that is not yet used. */
type Checked = { passkeyId: string; userId: string; issuedAt: Date; counter: bigint };

/** The owner of a signature. Undefined when the passkey is unknown or the signature is invalid. */
export async function checkPasskey(
  ctx: Context & WithIdentity,
  purpose: PasskeyPurpose,
  text: string,
): Promise<Checked | undefined> {
  const site = passkeySite(ctx.dashboardUrl);
  const response = readSignature(text);
  if (!site || !response) return undefined;
  const passkey = await ctx.db.prisma.passkey.findUnique({ where: { credentialId: response.id } });
  if (!passkey || ('userId' in purpose && passkey.userId !== purpose.userId)) return undefined;
  const now = ctx.clock.now();
  const checked = await checkSignature(passkey, response, { site, vault: ctx.passkeyVault, purpose, now });
  return checked && { passkeyId: passkey.id, userId: passkey.userId, ...checked };
}

/** Uses a signature. False when it or a later one was used before, or the passkey was removed. */
export async function consumeSignature(
  tx: Prisma.TransactionClient,
  { passkeyId: id, issuedAt, counter }: Checked,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.passkey.updateMany({
    where: { id, OR: [{ lastChallengeAt: null }, { lastChallengeAt: { lt: issuedAt } }] },
    data: { lastChallengeAt: issuedAt, lastUsedAt: now, counter },
  });
  return count === 1;
}

/**
 * Signs in with a passkey: in one step, because its device was unlocked by the person.
 * @param signature what the browser returned for the options of `askForPasskey`, as JSON
 * @throws DomainError rate_limited, unauthenticated (unknown, removed, too late or used), forbidden (AccountDisabled)
 */
export async function signInWithPasskey(
  ctx: Context & WithIdentity,
  { signature }: { signature: string },
  visitor: Visitor,
): Promise<SignInAnswer> {
  const tries = await throttle(byAddress(ctx.identityLimits.passkeyByAddress, visitor));
  const checked = await checkPasskey(ctx, { for: 'sign_in' }, signature);
  const answer = checked && (await ctx.db.prisma.$transaction((tx) => begin(ctx, tx, checked, visitor)));
  if (!answer) throw new DomainError('unauthenticated', userRefusals.passkeyUnknown);
  await tries.refund();
  return answer;
}

async function begin(
  ctx: Context & WithIdentity,
  tx: Prisma.TransactionClient,
  checked: Checked,
  visitor: Visitor,
): Promise<SignInAnswer | undefined> {
  const at = ctx.clock.now();
  const { userId } = checked;
  // Locked before the passkey, like in all changes to how a person signs in.
  await lockUser(tx, userId);
  if (!(await consumeSignature(tx, checked, at))) {
    const detail = { step: 'passkey', remoteIp: visitor.remoteIp ?? null };
    await audit(tx, { actor: 'visitor', action: 'user.sign_in_refused', subjectId: userId, detail, at });
    return undefined;
  }
  const { passwordHash } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } });
  const { passkeyId } = checked;
  const password = passwordMark(passwordHash);
  const proof = { userId, password, method: 'passkey', secondFactor: 'passkey', passkeyId } as const;
  return startSession(ctx, tx, proof, visitor);
}
