import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { refuse } from '../inbox/index.ts';
import { getReview } from '../reading/reviews/index.ts';
import { clearReview, reasonSentence } from '../reviews/index.ts';
import { type Desk, review, stuckPayment, stuckPayout, useDesks } from './desk.fixture.ts';
import { mailDay } from './queue-mail.ts';
import { sweepReviews } from './sweep-reviews.ts';

const desk = useDesks();
const dashboardUrl = 'https://dash.example';
const mailsOf = (office: Desk) =>
  office.worker.db.prisma.mail.findMany({
    where: { dedupeKey: { startsWith: `reviews:${office.merchant.organizationId}:` } },
    orderBy: { createdAt: 'asc' },
  });

describe('the daily mail', () => {
  it('is for nobody who is disabled, or does not want it', async () => {
    const office = await desk(['admin', 'admin', 'admin']);
    const ctx = office.as('owner', 'production');
    const [muted, disabled, other] = office.merchant.members;
    const { prisma } = ctx.rows;
    await prisma.user.update({ where: { id: muted?.userId }, data: { mutedMails: ['reviews'] } });
    await prisma.user.update({ where: { id: disabled?.userId }, data: { disabledAt: office.clock.now() } });
    await review(ctx, 'payment', await stuckPayment(ctx));
    await sweepReviews(office.worker);
    const told = (await mailsOf(office)).map(({ to }) => to);
    expect(told.sort()).toEqual([office.merchant.owner.email, other?.email].sort());
  });

  it('tells owners and admins once a day what waits, while something waits', async () => {
    const office = await desk(['admin', 'finance', 'developer']);
    const ctx = office.as('owner', 'production');
    office.clock.set(new Date('2026-03-01T10:00:00Z'));
    await sweepReviews({ ...office.worker, dashboardUrl });
    expect(await mailsOf(office)).toEqual([]);
    const reviewId = await review(ctx, 'payment', await stuckPayment(ctx));
    await review(ctx, 'payment', await stuckPayment(ctx));
    await review(ctx, 'disbursement', await stuckPayout(ctx), 'result_contradicted');
    office.clock.advance(5 * 3_600);
    await Promise.all([1, 2, 3].map(() => sweepReviews({ ...office.worker, dashboardUrl })));
    const mails = await mailsOf(office);
    const { owner, members, applicationId } = office.merchant;
    expect(mails.map(({ to }) => to).sort()).toEqual([owner.email, members[0]?.email].sort());
    expect(mails[0]?.subject).toBe('Tillgate: 3 reviews wait for a person');
    expect(mails[0]?.text).toContain(
      '  2 × Outcome unknown\n  1 × Conflicting result\n  The oldest has waited for 5 hours.',
    );
    expect(mails[0]?.text).toContain(`${dashboardUrl}/a/${applicationId}/production/reviews`);
    // 02:59 UTC is 05:59 in Nairobi: still the same day of emails.
    office.clock.set(new Date('2026-03-02T02:59:00Z'));
    await sweepReviews({ ...office.worker, dashboardUrl });
    expect(await mailsOf(office)).toHaveLength(2);
    office.clock.set(new Date('2026-03-02T03:00:00Z'));
    await sweepReviews({ ...office.worker, dashboardUrl });
    expect(await mailsOf(office)).toHaveLength(4);
    await clearReview(ctx, { reviewId, note: 'done' });
    await ctx.rows.prisma.review.updateMany({
      where: { ...ctx.tenant, status: 'open' },
      data: { status: 'closed', closedAt: office.clock.now(), closedBy: 'operator' },
    });
    office.clock.advance(86_400);
    await sweepReviews({ ...office.worker, dashboardUrl });
    expect(await mailsOf(office)).toHaveLength(4);
  });

  it('says where to look when the address of the dashboard is not known', async () => {
    const office = await desk();
    await review(office.as('owner'), 'payment', await stuckPayment(office.as('owner')));
    await sweepReviews(office.worker);
    const [mail] = await mailsOf(office);
    expect(mail?.text).toContain('open Reviews');
    expect(mail?.text).not.toMatch(/https?:/);
  });

  it.each([
    ['2026-03-01T02:59:59Z', '2026-02-28'],
    ['2026-03-01T03:00:00Z', '2026-03-01'],
    ['2026-03-01T23:00:00Z', '2026-03-01'],
  ])('at %s is of the day %s', (now, day) => {
    expect(mailDay(new Date(now))).toBe(day);
  });
});

describe('callbacks that were refused', () => {
  const refusedBy = (office: Desk, remoteIp: string) =>
    refuse(office.api, { subjectId: uuidv7(), applicationId: office.merchant.applicationId, remoteIp });
  const open = (office: Desk) =>
    office.worker.db.prisma.review.findMany({
      where: { applicationId: office.merchant.applicationId, status: 'open', reason: 'callbacks_refused' },
    });
  const counted = (office: Desk) =>
    office.worker.db.prisma.refusedCallbacks.findMany({
      where: { applicationId: office.merchant.applicationId },
      orderBy: { address: 'asc' },
    });

  it('are one review for each address, which says how many, from where and since when', async () => {
    const office = await desk();
    const from = office.clock.now();
    await refusedBy(office, '203.0.113.9');
    office.clock.advance(60);
    await refusedBy(office, '203.0.113.9');
    await refusedBy(office, '2001:db8::7');
    await Promise.all([1, 2].map(() => sweepReviews(office.worker)));
    const reviews = await open(office);
    expect(reviews.map(({ environment, detail }) => ({ environment, detail }))).toEqual(
      expect.arrayContaining([
        { environment: 'production', detail: { address: '203.0.113.9' } },
        { environment: 'production', detail: { address: '2001:db8::7' } },
      ]),
    );
    expect(reviews).toHaveLength(2);
    const subject = reviews.find(({ detail }) => (detail as { address: string }).address === '203.0.113.9');
    const { review: found, subject: shown } = await getReview(office.as('owner', 'production'), {
      reviewId: subject?.id ?? '',
    });
    expect(reasonSentence(found.words)).toBe(
      'Callbacks came from 203.0.113.9, which is not an address of the provider, and were refused.',
    );
    const lastAt = office.clock.now().toISOString();
    expect(shown).toMatchObject({ address: '203.0.113.9', count: 2, firstAt: from.toISOString(), lastAt });
  });

  it('open a new review after a person closed it only when more are refused', async () => {
    const office = await desk();
    const ctx = office.as('owner', 'production');
    await refusedBy(office, '203.0.113.9');
    await sweepReviews(office.worker);
    const [first] = await open(office);
    office.clock.advance(60);
    await clearReview(ctx, { reviewId: first?.id ?? '', note: 'Our own test.' });
    await sweepReviews(office.worker);
    expect(await open(office)).toEqual([]);
    office.clock.advance(60);
    await refusedBy(office, '203.0.113.9');
    await sweepReviews(office.worker);
    expect(await open(office)).toHaveLength(1);
    expect(await counted(office)).toMatchObject([{ count: 2 }]);
  });

  it('from any number of addresses keep a bounded number of rows, and a day of quiet starts anew', async () => {
    const office = await desk();
    for (let n = 0; n < 14; n++) await refusedBy(office, `203.0.113.${n}`);
    const rows = await counted(office);
    expect(rows).toHaveLength(11);
    expect(rows.at(-1)).toMatchObject({ address: 'other', count: 4 });
    office.clock.advance(86_400);
    await refusedBy(office, '203.0.113.0');
    expect((await counted(office))[0]).toMatchObject({ count: 1, firstAt: office.clock.now() });
  });
});
