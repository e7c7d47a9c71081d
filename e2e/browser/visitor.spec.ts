import { addressKey } from '@tillgate/domain/users';
import { testOfOwnWeb as direct, expect, signIn, test } from './support/test.ts';

const forged = '198.51.100.77';
/** What an address may try wrongly in 15 minutes. */
const attemptsMax = 50;

const sessionsOf = (userId: string) => ({ where: { userId }, select: { remoteIp: true } });

test('behind a trusted proxy a visitor has the address that the proxy saw', async ({
  mint,
  page,
  stack,
  extraHTTPHeaders,
}) => {
  const { owner } = await mint();
  const seen = extraHTTPHeaders?.['x-forwarded-for'] ?? '';
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `${forged}, ${seen}` });
  await signIn(page, owner);
  expect(await stack.ctx.db.prisma.session.findMany(sessionsOf(owner.userId))).toEqual([{ remoteIp: seen }]);
});

direct(
  'without a proxy nobody chooses the own address: not in sessions, not in the audit, not for limits',
  async ({ mint, page, stack, web }) => {
    const { owner } = await mint();
    const { prisma } = stack.ctx.db;
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `${forged}, 127.0.0.1, ${forged}` });
    await signIn(page, owner);
    const [session] = await prisma.session.findMany(sessionsOf(owner.userId));
    const own = session?.remoteIp ?? '';
    expect(['127.0.0.1', '::1']).toContain(own);

    await page.context().clearCookies();
    await expect(signIn(page, { email: owner.email, password: 'a wrong password' })).rejects.toThrow(
      'could not sign in',
    );
    expect(
      await prisma.auditEntry.findMany({
        where: { action: 'user.sign_in_refused', subjectId: owner.userId },
        select: { detail: true },
      }),
    ).toEqual([{ detail: { step: 'password', remoteIp: own } }]);

    const { signInByAddress } = web.identity.identityLimits;
    const key = addressKey(own);
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) await signInByAddress.consume(key);
    try {
      await expect(signIn(page, owner)).rejects.toThrow(/throttled/);
      await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.5' });
      await expect(signIn(page, owner)).rejects.toThrow(/throttled/);
    } finally {
      for (let attempt = 0; attempt < attemptsMax; attempt += 1) await signInByAddress.refund(key);
    }
    await signIn(page, owner);
  },
);
