import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { demandFactorProof, noteFirstFactor } from './factor-proof.ts';
import type { PersonContext, WithIdentity } from './identity.ts';
import { notifyOfChange } from './notify-of-change.ts';
import {
  issuePasskeyChallenge,
  loadWebAuthn,
  type PasskeySite,
  passkeySite,
  readPasskeyChallenge,
  readRegistration,
} from './passkey.ts';
import { userIssues, userRefusals } from './refusals.ts';
import { type AddPasskeyInput, addPasskeySchema } from './schemas.ts';
import { lockUser } from './statements.ts';

/** Passkeys of one person. */
const passkeysMax = 20;

/**
 * Starts to add a passkey. The passkey is active once `addPasskey` has checked the browser's response; each start allows
 * one. The caller has checked who the person is. A person with a passkey or an app must have proved it recently in this
 * session.
 * @returns options for `navigator.credentials.create`
 * @throws ReauthenticationRequired
 * @throws DomainError forbidden where browsers make no passkeys, or when the person has as many as one may have
 */
export async function beginPasskey(ctx: PersonContext & WithIdentity): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const site = demandSite(ctx);
  const { userId } = ctx.person;
  await demandFactorProof(ctx, ctx.db.prisma);
  const user = await ctx.db.prisma.user.findUniqueOrThrow({ where: { id: userId }, include: { passkeys: true } });
  demandRoom(user.passkeys.length);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: 'Tillgate',
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    challenge: issuePasskeyChallenge(ctx.passkeyVault, { for: 'registration', userId }, ctx.clock.now()),
    excludeCredentials: user.passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    // The device must be unlocked each time, and the passkey is found without an email address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Stores a passkey that the browser has made. It then signs in without a password and code. Audited, and emailed to the
 * person and to the owners of their organizations. The caller has checked who the person is.
 * @throws DomainError invalid_input (it does not match `beginPasskey`, or is known already), forbidden
 */
export async function addPasskey(
  ctx: PersonContext & WithIdentity,
  input: AddPasskeyInput,
): Promise<{ passkeyId: string }> {
  const { name, response: text } = parseInput(addPasskeySchema, input);
  const registered = await checkRegistration(ctx, demandSite(ctx), text);
  const foreign = () => invalidInput(issue('response', userIssues.strangePasskey));
  if (!registered) throw foreign();
  const { issuedAt, ...credential } = registered;
  const { userId } = ctx.person;
  const at = ctx.clock.now();
  const passkeyId = uuidv7();
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockUser(tx, userId);
    await demandFactorProof(ctx, tx);
    await noteFirstFactor(ctx, tx);
    const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, include: { passkeys: true } });
    demandRoom(user.passkeys.length);
    const { count } = await tx.passkey.createMany({
      data: [{ id: passkeyId, userId, name, createdAt: at, ...credential }],
      skipDuplicates: true,
    });
    if (count === 0) throw invalidInput(issue('response', userIssues.passkeyInUse));
    if (user.passkeyChallengeAt && user.passkeyChallengeAt >= issuedAt) throw foreign();
    await tx.user.update({ where: { id: userId }, data: { passkeyChallengeAt: issuedAt } });
    await audit(tx, { actor: ctx.actor, action: 'passkey.added', subjectId: userId, detail: { name }, at });
    await notifyOfChange(ctx, tx, user, 'passkey_added');
  });
  return { passkeyId };
}

function demandSite({ dashboardUrl }: WithIdentity): PasskeySite {
  const site = passkeySite(dashboardUrl);
  if (!site) throw new DomainError('forbidden', userRefusals.passkeysNeedHttps);
  return site;
}

function demandRoom(count: number): void {
  if (count >= passkeysMax) throw new DomainError('forbidden', userRefusals.passkeysFull({ max: passkeysMax }));
}

async function checkRegistration(ctx: PersonContext & WithIdentity, site: PasskeySite, text: string) {
  const response = readRegistration(text);
  if (!response) return undefined;
  const purpose = { for: 'registration' as const, userId: ctx.person.userId };
  let issuedAt: Date | undefined;
  const isOurs = (signed: string) => {
    issuedAt = readPasskeyChallenge(ctx.passkeyVault, signed, purpose, ctx.clock.now());
    return issuedAt !== undefined;
  };
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: isOurs,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
    });
    if (!registrationInfo || !issuedAt) return undefined;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const transports = response.response.transports ?? [];
    return { credentialId, publicKey: new Uint8Array(publicKey), counter: BigInt(counter), transports, issuedAt };
  } catch (error) {
    ctx.log.warn({ userId: purpose.userId, err: error }, 'A new passkey was refused.');
    return undefined;
  }
}
