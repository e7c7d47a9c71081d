import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAccount } from '../reading/account/index.ts';
import { testContext } from '../testing/index.ts';
import { answerChallenge } from './answer-challenge.ts';
import { changePassword } from './change-password.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { readSession } from './read-session.ts';
import { reauthenticate } from './reauthenticate.ts';
import { setUpSecondFactor } from './set-up-second-factor.ts';
import { signIn } from './sign-in.ts';
import { signInExternally } from './sign-in-externally.ts';
import { OtherSubject } from './start-session.ts';
import { unlinkIdentity } from './unlink-identity.ts';
import { codeOf, type IdentityContext, identityContext, newPerson } from './users.fixture.ts';

let test: TestDatabase;
let ctx: IdentityContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = identityContext(await testContext(test.database));
});
afterAll(() => test.close());

const issuer = 'https://id.example';
const come = (email: string, subject: string, from = issuer) =>
  signInExternally(ctx, { issuer: from, subject, email, emailVerified: true }, {});

describe('an account that is linked', () => {
  it('is open to its subject alone, and not to another one with the same verified address', async () => {
    const ann = await newPerson(ctx);
    const subject = uuidv7();
    expect(await come(ann.email, subject)).toMatchObject({ kind: 'signed_in' });
    await expect(come(ann.email, uuidv7())).rejects.toBeInstanceOf(OtherSubject);
    await expect(come(ann.email, subject, 'https://other.example')).rejects.toBeInstanceOf(OtherSubject);
    expect(await come('moved@elsewhere.example', subject)).toMatchObject({ kind: 'signed_in' });
    expect(await test.database.prisma.externalIdentity.count({ where: { userId: ann.person.userId } })).toBe(1);
  });

  it('is linked to one of two subjects that come at once', async () => {
    const ann = await newPerson(ctx);
    const results = await Promise.allSettled([1, 2, 3].map(() => come(ann.email, uuidv7())));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getAccount(ann)).toMatchObject({ issuers: [issuer] });
  });

  it('is not opened by a challenge of another subject that was issued before', async () => {
    const ann = await newPerson(ctx);
    const { secret } = await setUpSecondFactor(ann);
    await confirmSecondFactor(ann, { code: codeOf(secret, ctx.clock.now()) });
    const [first, second] = [await come(ann.email, uuidv7()), await come(ann.email, uuidv7())];
    const answer = async (owed: Awaited<ReturnType<typeof come>>) => {
      ctx.clock.advance(60);
      const challenge = owed.kind === 'second_factor_needed' ? owed.challenge : '';
      return answerChallenge(ctx, { challenge, code: codeOf(secret, ctx.clock.now()) }, {});
    };
    expect(await answer(second)).toMatchObject({ kind: 'signed_in' });
    await expect(answer(first)).rejects.toBeInstanceOf(OtherSubject);
  });

  it('can be unlinked by an operator, which signs its person out; then the address counts once more', async () => {
    const ann = await newPerson(ctx);
    await come(ann.email, uuidv7());
    await unlinkIdentity({ ...ctx, actor: 'operator' }, { email: ann.email });
    expect(await readSession(ctx, ann.person.sessionId)).toBeUndefined();
    expect(await come(ann.email, uuidv7())).toMatchObject({ kind: 'signed_in' });
    const entries = await test.database.prisma.auditEntry.findMany({ where: { action: 'user.identity_unlinked' } });
    expect(entries).toMatchObject([{ actor: 'operator', subjectId: ann.person.userId }]);
    for (const email of [`${uuidv7()}@shop.example`, (await newPerson(ctx)).email]) {
      await expect(unlinkIdentity({ ...ctx, actor: 'operator' }, { email })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
  });
});

describe('an address that looks like a user’s', () => {
  it.each([
    ['a full-width letter', (email: string) => `ｓ${email.slice(1)}`],
    ['a Kelvin sign', (email: string) => `\u212a${email.slice(1)}`],
    ['a long s', (email: string) => `\u017f${email.slice(1)}`],
    ['a dotted capital I', (email: string) => `\u0130${email.slice(1)}`],
    ['a full-width at sign', (email: string) => email.replace('@', '\uff20')],
    ['a full-width dot', (email: string) => email.replace('.example', '\uff0eexample')],
    ['a ligature', (email: string) => email.replace('shop', '\ufb03')],
    ['a soft hyphen', (email: string) => `${email.slice(0, 2)}\u00ad${email.slice(2)}`],
  ])('with %s is nobody’s', async (_what, disguise) => {
    for (const letter of ['s', 'k', 'i']) {
      const { email } = await newPerson(ctx, { email: `${letter}${uuidv7()}@shop.example` });
      await expect(come(disguise(email), uuidv7())).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('in capitals is that user’s', async () => {
    const { email } = await newPerson(ctx);
    expect(await come(` ${email.toUpperCase()}`, uuidv7())).toMatchObject({ kind: 'signed_in' });
  });
});

describe('a session', () => {
  it('knows how it began: by password, by provider, with a code', async () => {
    const ann = await newPerson(ctx);
    const subject = uuidv7();
    const proofOf = async (sessionId: string) => (await readSession(ctx, sessionId))?.signIn;
    expect(await proofOf(ann.person.sessionId)).toEqual({ method: 'password', secondFactor: false });
    const viaProvider = await come(ann.email, subject);
    expect(await proofOf(viaProvider.kind === 'signed_in' ? viaProvider.sessionId : '')).toEqual({
      method: 'oidc',
      secondFactor: false,
    });
    const { secret } = await setUpSecondFactor(ann);
    await confirmSecondFactor(ann, { code: codeOf(secret, ctx.clock.now()) });
    expect(await proofOf(ann.person.sessionId)).toEqual({ method: 'password', secondFactor: true });
    for (const [method, owed] of [
      ['oidc', await come(ann.email, subject)],
      ['password', await signIn(ctx, ann, {})],
    ] as const) {
      ctx.clock.advance(60);
      const challenge = owed.kind === 'second_factor_needed' ? owed.challenge : '';
      const answer = await answerChallenge(ctx, { challenge, code: codeOf(secret, ctx.clock.now()) }, {});
      const sessionId = answer.kind === 'signed_in' ? answer.sessionId : '';
      expect(await proofOf(sessionId)).toEqual({ method, secondFactor: true });
    }
  });

  it('of a version that did not record the second factor has it once a code is given in it', async () => {
    const ann = await newPerson(ctx);
    const { sessionId } = ann.person;
    const { secret } = await setUpSecondFactor(ann);
    await confirmSecondFactor(ann, { code: codeOf(secret, ctx.clock.now()) });
    await ctx.db.prisma.session.update({ where: { id: sessionId }, data: { secondFactorAt: null } });
    expect((await readSession(ctx, sessionId))?.signIn.secondFactor).toBe(false);
    ctx.clock.advance(60);
    await reauthenticate(ann, { code: codeOf(secret, ctx.clock.now()) });
    expect((await readSession(ctx, sessionId))?.signIn.secondFactor).toBe(true);
  });
});

it('a new password that is easy to guess is refused before the current one is tried', async () => {
  const ann = await newPerson(ctx);
  for (const newPassword of ['1234567890', 'ann.otieno', ann.email]) {
    await expect(changePassword(ann, { currentPassword: ann.password, newPassword })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path: 'newPassword' }] },
    });
  }
});
