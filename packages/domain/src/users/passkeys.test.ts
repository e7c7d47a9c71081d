import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../kernel/authority.ts';
import { getAccount } from '../reading/account/index.ts';
import { testContext, waitingForLocks } from '../testing/index.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { newAuthenticator } from './authenticator.fixture.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { resetSecondFactor } from './disable-second-factor.ts';
import { disableUser } from './disable-user.ts';
import { ReauthenticationRequired } from './factor-proof.ts';
import { issuePasskeyChallenge, passkeyMs, passkeySite, readPasskeyChallenge } from './passkey.ts';
import { readSession } from './read-session.ts';
import { reauthenticate } from './reauthenticate.ts';
import { removePasskey } from './remove-passkey.ts';
import { setUpSecondFactor } from './set-up-second-factor.ts';
import { lockUser } from './statements.ts';
import { askForPasskey, signInWithPasskey } from './use-passkey.ts';
import { codeOf, type IdentityContext, identityContext, newPerson, type SignedIn } from './users.fixture.ts';
import { createVault } from './vault.ts';

let test: TestDatabase;
let ctx: IdentityContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = identityContext(await testContext(test.database));
});
afterAll(() => test.close());

/** A person with one passkey. */
async function withPasskey() {
  const person = await newPerson(ctx);
  const authenticator = newAuthenticator();
  const response = authenticator.make(await beginPasskey(person));
  const { passkeyId } = await addPasskey(person, { name: 'Phone', response });
  return { person, authenticator, passkeyId };
}

/** Proves in the session of a person who they are, with their passkey. */
async function prove(person: SignedIn, authenticator: ReturnType<typeof newAuthenticator>) {
  const options = await askForPasskey(person, { for: 'proof', userId: person.person.userId });
  await reauthenticate(person, { signature: authenticator.sign(options) });
}

const signIn = (response: string) => signInWithPasskey(ctx, { signature: response }, {});
const refused = { code: 'unauthenticated' };
const mailsTo = async ({ email }: SignedIn) =>
  (await ctx.db.prisma.mail.findMany({ where: { to: email }, orderBy: { id: 'asc' } })).map(({ subject }) => subject);

describe('where passkeys belong', () => {
  it.each([
    ['https://pay.shop.example', { id: 'pay.shop.example', origin: 'https://pay.shop.example' }],
    ['https://pay.shop.example:8443/', { id: 'pay.shop.example', origin: 'https://pay.shop.example:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://pay.shop.example', undefined],
    ['https://10.0.0.5', undefined],
    ['https://[::1]:3000', undefined],
  ])('%s: %j', (url, site) => {
    expect(passkeySite(url)).toEqual(site);
  });
});

describe('a challenge for passkeys', () => {
  const vault = createVault('secret of the process', 'passkey challenge');
  const issued = new Date('2026-11-26T08:00:00Z');
  const after = (ms: number) => new Date(issued.getTime() + ms);
  const [ann, bob] = ['0199a712-3456-7812-8254-712345678901', '0199a712-3456-7812-8254-712345678902'];
  const signed = (text: string) => Buffer.from(text).toString('base64url');

  it.each([
    [{ for: 'sign_in' } as const, { for: 'sign_in' } as const, passkeyMs - 1, true],
    [{ for: 'sign_in' } as const, { for: 'sign_in' } as const, passkeyMs, false],
    [{ for: 'sign_in' } as const, { for: 'sign_in' } as const, -1, false],
    [{ for: 'sign_in' } as const, { for: 'proof', userId: ann } as const, 0, false],
    [{ for: 'proof', userId: ann } as const, { for: 'sign_in' } as const, 0, false],
    [{ for: 'proof', userId: ann } as const, { for: 'proof', userId: bob } as const, 0, false],
    [{ for: 'proof', userId: ann } as const, { for: 'registration', userId: ann } as const, 0, false],
    [{ for: 'registration', userId: ann } as const, { for: 'registration', userId: ann } as const, 0, true],
  ])('issued for %j, read for %j after %i ms: %s', (purpose, asked, ms, counts) => {
    const text = issuePasskeyChallenge(vault, purpose, issued);
    expect(readPasskeyChallenge(vault, signed(text), asked, after(ms))).toEqual(counts ? issued : undefined);
  });

  it.each(['', 'x', 'v1.AAAA', createVault('another', 'passkey challenge').seal('{"for":"sign_in","issuedAt":0}')])(
    'that was not issued here is none: %s',
    (text) => {
      expect(readPasskeyChallenge(vault, signed(text), { for: 'sign_in' }, issued)).toBeUndefined();
    },
  );
});

describe('a passkey', () => {
  it('signs in by itself, as a second factor, and is told to its person', async () => {
    const { person, authenticator } = await withPasskey();
    const answer = await signIn(authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' })));
    if (answer.kind !== 'signed_in') throw new Error('signed in');
    const session = await readSession(ctx, answer.sessionId);
    expect(session).toMatchObject({
      userId: person.person.userId,
      signIn: { method: 'passkey', secondFactor: true },
    });
    expect(await mailsTo(person)).toContain('A passkey was added to your Tillgate account');
    const { passkeys, canAddPasskeys } = await getAccount(person);
    expect(canAddPasskeys).toBe(true);
    expect(passkeys).toEqual([
      { id: expect.any(String), name: 'Phone', createdAt: ctx.clock.now(), lastUsedAt: ctx.clock.now() },
    ]);
  });

  it('needs no code of an authenticator app', async () => {
    const { person, authenticator } = await withPasskey();
    await prove(person, authenticator);
    const { secret } = await setUpSecondFactor(person);
    await confirmSecondFactor(person, { code: codeOf(secret, ctx.clock.now()) });
    ctx.clock.advance(1);
    const answer = await signIn(authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' })));
    expect(answer.kind).toBe('signed_in');
  });

  it('answers a challenge once, and no earlier one after it', async () => {
    const { authenticator } = await withPasskey();
    const first = authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' }));
    ctx.clock.advance(1);
    const second = authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' }));
    const answers = await Promise.allSettled([signIn(second), signIn(second), signIn(second)]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(signIn(first)).rejects.toMatchObject(refused);
  });

  it.each<[string, Parameters<ReturnType<typeof newAuthenticator>['sign']>[1]]>([
    ['from another site', { origin: 'https://dash.example.evil.example' }],
    ['from another port of the site', { origin: 'https://dash.example:8443' }],
    ['for another site', { rpId: 'evil.example' }],
    ['on a device that was not unlocked', { isUnlocked: false }],
    ['in the name of somebody else', { userHandle: Buffer.from('somebody else').toString('base64url') }],
  ])('does not count when it signs %s', async (_how, manner) => {
    const { authenticator } = await withPasskey();
    const options = await askForPasskey(ctx, { for: 'sign_in' });
    await expect(signIn(authenticator.sign(options, manner))).rejects.toMatchObject(refused);
    await expect(signIn(authenticator.sign(options))).resolves.toMatchObject({ kind: 'signed_in' });
  });

  it('counts no signature that is too old, of an earlier count, of another key, or nothing at all', async () => {
    const { authenticator } = await withPasskey();
    const ask = () => askForPasskey(ctx, { for: 'sign_in' });
    const late = authenticator.sign(await ask());
    ctx.clock.advance(passkeyMs / 1000);
    const counted = authenticator.sign(await ask(), { counter: 7 });
    await expect(signIn(late)).rejects.toMatchObject(refused);
    await signIn(counted);
    ctx.clock.advance(1);
    // The authenticator was copied: both count on.
    await expect(signIn(authenticator.sign(await ask(), { counter: 7 }))).rejects.toMatchObject(refused);
    const { id } = JSON.parse(counted);
    const foreign = JSON.stringify({ ...JSON.parse(newAuthenticator().sign(await ask())), id, rawId: id });
    for (const text of [foreign, newAuthenticator().sign(await ask()), '', '{}', 'null', '[', '{"id":1}']) {
      await expect(signIn(text)).rejects.toMatchObject(refused);
    }
  });

  it('is held up like any other guess', async () => {
    const visitor = { remoteIp: '198.51.100.77' };
    const guess = () => signInWithPasskey(ctx, { signature: '{}' }, visitor);
    for (let n = 0; n < 50; n += 1) await expect(guess()).rejects.toMatchObject(refused);
    await expect(guess()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('opens no account that is disabled', async () => {
    const { person, authenticator } = await withPasskey();
    await disableUser({ ...ctx, actor: 'operator', authority: operator }, { email: person.email });
    const response = authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' }));
    await expect(signIn(response)).rejects.toMatchObject({ code: 'forbidden', name: 'AccountDisabled' });
  });

  it('proves who somebody is to their own session alone', async () => {
    const { person, authenticator } = await withPasskey();
    const { person: other } = await withPasskey();
    const { userId } = person.person;
    ctx.clock.advance(3_600);
    const options = await askForPasskey(ctx, { for: 'proof', userId });
    expect(options?.allowCredentials).toHaveLength(1);
    const signature = authenticator.sign(options);
    const wrong = { code: 'invalid_input', extras: { issues: [expect.objectContaining({ path: 'signature' })] } };
    await expect(reauthenticate(other, { signature })).rejects.toMatchObject(wrong);
    await reauthenticate(person, { signature });
    await expect(reauthenticate(person, { signature })).rejects.toMatchObject(wrong);
    const session = await readSession(ctx, person.person.sessionId);
    expect(session).toMatchObject({ authenticatedAt: ctx.clock.now(), signIn: { secondFactor: true } });
    const forSignIn = authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' }));
    await expect(reauthenticate(person, { signature: forSignIn })).rejects.toMatchObject(wrong);
  });

  it('is added once, from the site itself, by whoever asked for it, unlocked', async () => {
    const person = await newPerson(ctx);
    const other = await newPerson(ctx);
    const authenticator = newAuthenticator();
    const options = await beginPasskey(person);
    const bad = { code: 'invalid_input', extras: { issues: [expect.objectContaining({ path: 'response' })] } };
    const add = (who: SignedIn, response: string) => addPasskey(who, { name: 'Phone', response });
    for (const manner of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isUnlocked: false }]) {
      await expect(add(person, authenticator.make(options, manner))).rejects.toMatchObject(bad);
    }
    const made = authenticator.make(options);
    await expect(add(other, made)).rejects.toMatchObject(bad);
    const again = authenticator.make(options);
    await add(person, made);
    await expect(add(person, made)).rejects.toThrow(ReauthenticationRequired);
    await prove(person, authenticator);
    await expect(add(person, made)).rejects.toMatchObject(bad);
    // One challenge makes one passkey, also while it is young.
    await expect(add(person, again)).rejects.toMatchObject(bad);
    for (const text of ['', '{}', authenticator.sign(options)]) {
      await expect(add(person, text)).rejects.toMatchObject(bad);
    }
    expect((await beginPasskey(person)).excludeCredentials).toHaveLength(1);
    expect((await getAccount(other)).passkeys).toEqual([]);
  });

  it('signs in no more once its person has removed it; nobody else can', async () => {
    const { person, authenticator, passkeyId } = await withPasskey();
    const other = await newPerson(ctx);
    await expect(removePasskey(other, { id: passkeyId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(removePasskey(person, { id: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(removePasskey(person, { id: passkeyId })).rejects.toThrow(ReauthenticationRequired);
    const begun = await signIn(authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' })));
    ctx.clock.advance(1);
    await prove(person, authenticator);
    await removePasskey(person, { id: passkeyId });
    // What it began ends with it, and the session in which the person acts goes on.
    expect(await readSession(ctx, begun.kind === 'signed_in' ? begun.sessionId : '')).toBeUndefined();
    expect(await readSession(ctx, person.person.sessionId)).toBeDefined();
    const response = authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' }));
    await expect(signIn(response)).rejects.toMatchObject(refused);
    expect(await mailsTo(person)).toContain('A passkey was removed from your Tillgate account');
    const audited = await ctx.db.prisma.auditEntry.findMany({ where: { subjectId: person.person.userId } });
    expect(audited.map(({ action }) => action)).toEqual(expect.arrayContaining(['passkey.added', 'passkey.removed']));
  });

  it('may be removed in the moment in which it signs in: one comes after the other', async () => {
    const { person, authenticator } = await withPasskey();
    const { userId } = person.person;
    const response = authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' }));
    const signingIn = ctx.db.prisma.$transaction(
      async (tx) => {
        await lockUser(tx, userId);
        const begun = signIn(response).catch((error: unknown) => error);
        await expect.poll(() => waitingForLocks(ctx)).toBe(1);
        await tx.passkey.deleteMany({ where: { userId } });
        return { begun };
      },
      { timeout: 60_000 },
    );
    expect(await (await signingIn).begun).toMatchObject(refused);
  });

  it('goes with the second factor that an operator resets, and with it every session', async () => {
    const { person, authenticator } = await withPasskey();
    await resetSecondFactor({ ...ctx, actor: 'operator', authority: operator }, { email: person.email });
    const response = authenticator.sign(await askForPasskey(ctx, { for: 'sign_in' }));
    await expect(signIn(response)).rejects.toMatchObject(refused);
    expect(await readSession(ctx, person.person.sessionId)).toBeUndefined();
  });

  it('is not offered where browsers make none', async () => {
    const person = { ...(await newPerson(ctx)), dashboardUrl: 'http://10.0.0.5:3000' };
    expect(await askForPasskey(person, { for: 'sign_in' })).toBeUndefined();
    expect((await getAccount(person)).canAddPasskeys).toBe(false);
    await expect(beginPasskey(person)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
