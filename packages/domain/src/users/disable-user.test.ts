import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '../testing/index.ts';
import { AccountDisabled } from './account-disabled.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { disableUser, enableUser, endUserSessions } from './disable-user.ts';
import { asPerson } from './identity.ts';
import { readSession } from './read-session.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { setUpSecondFactor } from './set-up-second-factor.ts';
import { signIn } from './sign-in.ts';
import { signInExternally } from './sign-in-externally.ts';
import { codeOf, type IdentityContext, identityContext, newPerson, signedIn, tokenTo } from './users.fixture.ts';

let test: TestDatabase;
let ctx: IdentityContext;
beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  ctx = identityContext(await testContext(test.database));
});
afterAll(() => test.close());

const operator = () => ({ ...ctx, actor: 'operator' });

describe('a disabled user', () => {
  it('is signed out with the next request, and does not sign in again by any door', async () => {
    const ann = await newPerson(ctx);
    const { email, password } = ann;
    const claims = { issuer: 'https://id.example', subject: uuidv7(), email, emailVerified: true };
    await signInExternally(ctx, claims, {});
    await requestPasswordReset(ctx, { email }, {});
    const token = await tokenTo(ctx, email);
    expect(await disableUser(operator(), { email, reason: 'left' })).toEqual({
      userId: ann.person.userId,
      sessionsEnded: 2,
    });
    expect(await readSession(ctx, ann.person.sessionId)).toBeUndefined();
    await expect(signIn(ctx, { email, password }, {})).rejects.toBeInstanceOf(AccountDisabled);
    await expect(signIn(ctx, { email, password: 'wrong password' }, {})).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(signInExternally(ctx, claims, {})).rejects.toBeInstanceOf(AccountDisabled);
    await expect(resetPassword(ctx, { token, password: 'another password' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const mails = await test.database.prisma.mail.count({ where: { to: email } });
    await requestPasswordReset(ctx, { email }, {});
    expect(await test.database.prisma.mail.count({ where: { to: email } })).toBe(mails);
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { subjectId: ann.person.userId, action: 'user.disabled' },
    });
    expect(entries).toMatchObject([{ actor: 'operator', detail: { reason: 'left', sessionsEnded: 2 } }]);
  });

  it('has no session even when a row says so', async () => {
    const ann = await newPerson(ctx);
    await disableUser(operator(), { email: ann.email });
    await test.database.prisma.session.updateMany({
      where: { id: ann.person.sessionId },
      data: { revokedAt: null },
    });
    expect(await readSession(ctx, ann.person.sessionId)).toBeUndefined();
  });

  it('signs in again once enabled, with a new session', async () => {
    const ann = await newPerson(ctx);
    await expect(enableUser(operator(), { email: ann.email })).rejects.toMatchObject({ code: 'invalid_input' });
    await disableUser(operator(), { email: ann.email });
    await expect(disableUser(operator(), { email: ann.email })).rejects.toMatchObject({ code: 'invalid_input' });
    await enableUser(operator(), { email: ann.email });
    expect(await readSession(ctx, ann.person.sessionId)).toBeUndefined();
    expect(await readSession(ctx, await signedIn(ctx, ann))).toBeDefined();
  });

  it('is somebody', async () => {
    const refused = { code: 'invalid_input', extras: { issues: [{ path: 'email' }] } };
    for (const verb of [disableUser, enableUser, endUserSessions]) {
      await expect(verb(operator(), { email: 'nobody@shop.example' })).rejects.toMatchObject(refused);
    }
  });
});

it('the operator ends all sessions of a user, who may sign in again', async () => {
  const ann = await newPerson(ctx);
  const second = await signedIn(ctx, ann);
  expect(await endUserSessions(operator(), { email: ann.email })).toMatchObject({ sessionsEnded: 2 });
  for (const id of [ann.person.sessionId, second]) expect(await readSession(ctx, id)).toBeUndefined();
  await signedIn(ctx, ann);
});

it('a second factor that is switched on ends the sessions that began without it, but for the browser at hand', async () => {
  const ann = await newPerson(ctx);
  const elsewhere = await signedIn(ctx, ann);
  const here = asPerson(ctx, ann.person);
  const { secret } = await setUpSecondFactor(here);
  await confirmSecondFactor(here, { code: codeOf(secret, ctx.clock.now()) });
  expect(await readSession(ctx, elsewhere)).toBeUndefined();
  expect(await readSession(ctx, ann.person.sessionId)).toBeDefined();
  const entries = await test.database.prisma.auditEntry.findMany({
    where: { subjectId: ann.person.userId, action: 'second_factor.set_up' },
  });
  expect(entries).toMatchObject([{ detail: { sessionsEnded: 1 } }]);
});
