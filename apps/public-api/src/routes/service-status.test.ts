import { randomBytes, randomUUID } from 'node:crypto';
import type { SeededMerchant } from '@tillgate/domain/testing';
import { describe, expect, it } from 'vitest';
import { loneApi } from '../lone-api.fixture.ts';
import { statusReportSchema } from '../status/status-report.ts';
import type { RunningApi } from '../testing.ts';

const running = loneApi();

/** Looks with an API that has kept no report yet. */
async function fresh<Value>(
  look: (api: RunningApi) => Promise<Value>,
  environment: Record<string, string> = {},
): Promise<Value> {
  const api = await running.startAnother(environment);
  try {
    return await look(api);
  } finally {
    await api.close();
  }
}
const read = (api: RunningApi, path: string, language = '') =>
  fetch(api.origin + path, { headers: { 'accept-language': language } });
const reportOf = (api: RunningApi) =>
  read(api, '/status.json').then(async (response) => statusReportSchema.parse(await response.json()));
const pageOf = async (api: RunningApi, path = '/status', language = '') => (await read(api, path, language)).text();

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

/** Prompts of a merchant that the provider never answered. */
async function unanswered({ applicationId }: SeededMerchant, ...seconds: number[]) {
  const data = seconds.map((each) => ({
    id: randomUUID(),
    applicationId,
    environment: 'sandbox' as const,
    source: 'stk' as const,
    status: 'pending' as const,
    amount: 64_321,
    requestedAmount: 64_321,
    phone: '254712345678',
    accountRef: 'SECRET-REF',
    description: 'Payment',
    shortcode: '174379',
    callbackToken: randomBytes(32).toString('hex'),
    createdAt: ago(each),
  }));
  await running.api.ctx.db.prisma.payment.createMany({ data });
}

describe('200', () => {
  it('tells anybody that all works, and that nothing is known of a provider that nobody called', async () => {
    const { at, parts, provider } = await fresh(reportOf);
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    expect(parts).toEqual({ api: 'working', database: 'working', worker: 'working' });
    expect(provider?.production).toMatchObject({ state: 'unknown', since: null });
    expect(provider?.production.days).toHaveLength(30);
  });

  it('is a page without scripts, in the language of the browser or of the address', async () => {
    await fresh(async (api) => {
      const response = await read(api, '/status', 'sw-KE,sw;q=0.9,en;q=0.8');
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-language': 'sw',
        'cache-control': 'no-store',
        vary: expect.stringContaining('accept-language'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      const page = await response.text();
      expect(page).toContain('<html lang="sw">');
      expect(page).toContain('Hali ya huduma');
      expect(page).toContain('color-scheme: light dark');
      expect(page).not.toMatch(/<script|javascript:|onload|https?:\/\//i);
      expect(await pageOf(api, '/status', 'fr, *;q=0.1')).toContain('<html lang="en">');
      expect(await pageOf(api, '/status?lang=en', 'sw')).toContain('<html lang="en">');
      expect(await pageOf(api, '/status?lang=%3Cscript%3E&lang=sw', 'sw')).toContain('<html lang="sw">');
    });
  });

  it('tells of silence and of a worker that is behind, and nothing of a tenant', async () => {
    const shop = await running.api.merchant();
    await unanswered(shop, 200, 210, 220, 230);
    await running.api.ctx.db.prisma.payment.updateMany({
      where: { applicationId: shop.applicationId, createdAt: { lt: ago(225) } },
      data: { nextQueryAt: ago(100) },
    });
    await fresh(async (api) => {
      const { parts, provider } = await reportOf(api);
      expect(parts).toEqual({ api: 'working', database: 'working', worker: 'behind' });
      expect(provider?.sandbox.state).toBe('silent');
      expect(provider?.production.state).toBe('unknown');
      const page = await pageOf(api);
      expect(page).toContain('Does not answer');
      expect(page).toContain('<dd class="dot behind">Behind</dd>');
      const told = page + JSON.stringify(await reportOf(api));
      const { applicationId, organizationId, owner } = shop;
      const { name } = await running.api.ctx.db.prisma.organization.findUniqueOrThrow({
        where: { id: organizationId },
      });
      for (const own of [applicationId, organizationId, owner.userId, name, '64321', '2547123', 'SECRET', '174379']) {
        expect(told).not.toContain(own);
      }
    });
  });

  it('shows the days on which the provider had trouble', async () => {
    const beganAt = new Date(Date.now() - 3 * 24 * 3_600_000);
    // Not over midnight.
    beganAt.setUTCHours(9, 0, 0, 0);
    const endedAt = new Date(beganAt.getTime() + 17 * 60_000);
    await running.api.ctx.db.prisma.providerPeriod.create({
      data: { environment: 'production', state: 'silent', beganAt, endedAt },
    });
    await fresh(async (api) => {
      const { provider } = await reportOf(api);
      const minutes = provider?.production.days.reduce((sum, { silentMinutes }) => sum + silentMinutes, 0);
      expect(minutes).toBe(17);
      expect(await pageOf(api)).toContain('<summary>1 day with trouble</summary>');
      expect(await pageOf(api, '/status?lang=sw')).toContain('<summary>Siku 1 yenye hitilafu</summary>');
    });
  });

  it('shows another network beside M-PESA only where somebody uses it', async () => {
    const before = await fresh(async (api) => ({ report: await reportOf(api), page: await pageOf(api) }));
    expect(before.report).not.toHaveProperty('otherNetworks');
    expect(before.page).not.toContain('Airtel');
    await running.api.ctx.db.prisma.providerPeriod.create({
      data: { environment: 'production', rail: 'airtel', state: 'silent', beganAt: ago(600) },
    });
    await fresh(async (api) => {
      const { otherNetworks } = await reportOf(api);
      expect(otherNetworks).toMatchObject([{ rail: 'airtel', name: 'Airtel Money', production: { state: 'unknown' } }]);
      expect(otherNetworks?.[0]?.production.days).toHaveLength(30);
      const page = await pageOf(api);
      expect(page.match(/<h2>[^<]*<\/h2>/g)).toEqual([
        '<h2>M-PESA</h2>',
        '<h2>Airtel Money</h2>',
        '<h2>This service</h2>',
      ]);
    });
  });

  it('answers many who ask at once from few reads', async () => {
    await fresh(async (api) => {
      const reports = await Promise.all(Array.from({ length: 20 }, () => reportOf(api)));
      expect(new Set(reports.map(({ at }) => at)).size).toBeLessThan(reports.length / 2);
    });
  });
});

describe('429', () => {
  it('refuses an address that asks more than sixty times in a minute, and counts nobody else', async () => {
    const environment = { TRUSTED_PROXIES: '127.0.0.1' };
    await fresh(async (api) => {
      const from = (address: string) => fetch(`${api.origin}/status`, { headers: { 'x-forwarded-for': address } });
      const statuses: number[] = [];
      for (let n = 0; n < 60; n += 1) statuses.push((await from('203.0.113.7')).status);
      expect(statuses).toEqual(Array(60).fill(200));
      const refused = await from('203.0.113.7');
      expect(refused.status).toBe(429);
      expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
      expect((await from('203.0.113.8')).status).toBe(200);
    }, environment);
  });
});

describe('503', () => {
  it('says that the database does not answer, and that nothing else is known', async () => {
    await fresh(
      async (api) => {
        const response = await read(api, '/status.json');
        expect(response.status).toBe(503);
        expect(await response.json()).toEqual({
          at: expect.any(String),
          parts: { api: 'working', database: 'away', worker: 'unknown' },
          provider: null,
        });
        const page = await read(api, '/status');
        expect(page.status).toBe(503);
        expect(await page.text()).toContain('The database of this service does not answer');
      },
      { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
    );
  });
});
