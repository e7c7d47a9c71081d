import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movableClock, testContext } from '../testing/index.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { newAuthenticator } from './authenticator.fixture.ts';
import { changePassword } from './change-password.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { ReauthenticationRequired } from './factor-proof.ts';
import { asPerson } from './identity.ts';
import { reauthenticate } from './reauthenticate.ts';
import { removePasskey } from './remove-passkey.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { findReset, resetPassword } from './reset-password.ts';
import { setUpSecondFactor } from './set-up-second-factor.ts';
import { askForPasskey, signInWithPasskey } from './use-passkey.ts';
import {
  codeOf,
  type IdentityContext,
  identityContext,
  newPerson,
  type SignedIn,
  signedIn,
  tokenTo,
} from './users.fixture.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const fresh = async () =>
  identityContext({ ...(await testContext(test.databaseAs('web'))), clock: movableClock() }) as IdentityContext;

const daySeconds = 24 * 3_600;
const newPassword = 'mango lori samaki wengi';

async function withPasskey(person: SignedIn) {
  const authenticator = newAuthenticator();
  const response = authenticator.make(await beginPasskey(person));
  const { passkeyId } = await addPasskey(person, { name: 'Phone', response });
  return { authenticator, passkeyId };
}

const signsIn = async (ctx: IdentityContext, authenticator: ReturnType<typeof newAuthenticator>) => {
  const signature = authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' }));
  const answer = await signInWithPasskey(ctx, { signature }, {}).catch(() => undefined);
  return answer?.kind === 'signed_in';
};

describe('a stolen password of somebody who has a passkey', () => {
  it('changes nothing about how they sign in, and proves nothing', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { passkeyId } = await withPasskey(ann);
    ctx.clock.advance(3_600);
    const sessionId = await signedIn(ctx, ann);
    const thief = { ...ann, ...asPerson(ctx, { userId: ann.person.userId, sessionId }) };
    const acts: [name: string, act: () => Promise<unknown>][] = [
      ['beginPasskey', () => beginPasskey(thief)],
      ['removePasskey', () => removePasskey(thief, { id: passkeyId })],
      ['setUpSecondFactor', () => setUpSecondFactor(thief)],
      ['changePassword', () => changePassword(thief, { currentPassword: ann.password, newPassword })],
    ];
    for (const [name, act] of acts) await expect(act(), name).rejects.toThrow(ReauthenticationRequired);
    await expect(reauthenticate(thief, { password: ann.password })).rejects.toMatchObject({
      extras: { issues: [{ path: 'password', message: 'is not enough: use your passkey' }] },
    });
  });

  it('does not finish what it began before the passkey came', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const sessionId = await signedIn(ctx, ann);
    const thief = { ...ann, ...asPerson(ctx, { userId: ann.person.userId, sessionId }) };
    const { secret } = await setUpSecondFactor(thief);
    const theirs = newAuthenticator();
    const response = theirs.make(await beginPasskey(thief));
    ctx.clock.advance(1);
    await withPasskey(ann);
    const code = codeOf(secret, ctx.clock.now());
    await expect(confirmSecondFactor(thief, { code })).rejects.toThrow(ReauthenticationRequired);
    await expect(addPasskey(thief, { name: 'Thief', response })).rejects.toThrow(ReauthenticationRequired);
  });

  it('is enough for nobody who has an app, either', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { secret } = await setUpSecondFactor(ann);
    await confirmSecondFactor(ann, { code: codeOf(secret, ctx.clock.now()) });
    ctx.clock.advance(3_600);
    for (const act of [() => beginPasskey(ann), () => disableSecondFactor(ann), () => renewRecoveryCodes(ann)]) {
      await expect(act()).rejects.toThrow(ReauthenticationRequired);
    }
    await reauthenticate(ann, { code: codeOf(secret, ctx.clock.now()) });
    await beginPasskey(ann);
  });
});

describe('a new password', () => {
  it('ends the passkeys of the last day, and keeps the older ones, when nobody says which', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const old = await withPasskey(ann);
    ctx.clock.advance(2 * daySeconds);
    await requestPasswordReset(ctx, { email: ann.email }, {});
    const token = await tokenTo({ ...ctx, db: test.database }, ann.email);
    const intruder = newAuthenticator();
    await reauthenticate(ann, {
      signature: old.authenticator.sign(await askForPasskey(ctx, { for: 'proof', userId: ann.person.userId })),
    });
    await addPasskey(ann, { name: 'Intruder', response: intruder.make(await beginPasskey(ann)) });
    ctx.clock.advance(60);
    expect((await findReset(ctx, token))?.waysIn).toMatchObject([
      { kind: 'passkey', name: 'Intruder', isSettled: false },
      { kind: 'passkey', name: 'Phone', isSettled: true },
    ]);
    await resetPassword(ctx, { token, password: newPassword });
    expect(await signsIn(ctx, intruder)).toBe(false);
    expect(await signsIn(ctx, old.authenticator)).toBe(true);
  });

  it('ends what the person does not keep, also when it is older; an app stays', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { authenticator } = await withPasskey(ann);
    await reauthenticate(ann, {
      signature: authenticator.sign(await askForPasskey(ctx, { for: 'proof', userId: ann.person.userId })),
    });
    const { secret } = await setUpSecondFactor(ann);
    await confirmSecondFactor(ann, { code: codeOf(secret, ctx.clock.now()) });
    ctx.clock.advance(30 * daySeconds);
    await requestPasswordReset(ctx, { email: ann.email }, {});
    await resetPassword(ctx, {
      token: await tokenTo({ ...ctx, db: test.database }, ann.email),
      password: newPassword,
      keep: [],
    });
    expect(await signsIn(ctx, authenticator)).toBe(false);
    const user = await test.database.prisma.user.findUniqueOrThrow({
      where: { id: ann.person.userId },
      include: { secondFactor: true },
    });
    expect(user).toMatchObject({ factorsEndedAt: ctx.clock.now(), secondFactor: { confirmedAt: expect.any(Date) } });
  });

  it('keeps all that somebody says who changes it, and tells them what it ended', async () => {
    const ctx = await fresh();
    const ann = await newPerson(ctx);
    const { authenticator, passkeyId } = await withPasskey(ann);
    const prove = async () =>
      reauthenticate(ann, {
        signature: authenticator.sign(await askForPasskey(ctx, { for: 'proof', userId: ann.person.userId })),
      });
    await prove();
    await changePassword(ann, { currentPassword: ann.password, newPassword, keep: [passkeyId] });
    ctx.clock.advance(1);
    expect(await signsIn(ctx, authenticator)).toBe(true);
    ctx.clock.advance(60);
    await prove();
    await changePassword(ann, { currentPassword: newPassword, newPassword: ann.password, keep: [] });
    expect(await signsIn(ctx, authenticator)).toBe(false);
    const mails = await test.database.prisma.mail.findMany({ where: { to: ann.email } });
    expect(mails.map(({ subject }) => subject)).toContain('Ways to sign in to Tillgate were removed');
  });
});
