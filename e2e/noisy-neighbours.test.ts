import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { signingSecretPlace } from '@tillgate/domain/sealing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announcer } from './support/announcer.ts';
import { testMs } from './support/patience.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** TILLGATE_MEASURE=1 makes longer rounds and compares the times; `npm run test:long` does so when nothing else runs. */
const long = process.env.TILLGATE_MEASURE === '1';
const applications = 20;
const goodEach = 8;
const eventsPerSecond = 4;
const warmUpMs = 2_000;
const roundMs = long ? 60_000 : 5_000;
const rounds = long ? 3 : 1;
const slowAnswerMs = 12_000;
const p99RatioMax = 1.1;
/** Times of a few milliseconds vary by this from round to round, whoever else is there. */
const p99VariesMs = 10;

type Arrivals = Map<string, number>;
let stack: Stack;
let server: Server;
let arrivals: Arrivals;
beforeAll(async () => {
  stack = await createStack();
  arrivals = new Map();
  // Three kinds of receivers in one process: quick, slow and black holes.
  server = createServer((request, response) => {
    const [, kind, place] = (request.url ?? '').split('/');
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      if (kind === 'hole') return;
      if (kind === 'slow') return void setTimeout(() => response.writeHead(200).end(), slowAnswerMs).unref();
      const key = `${place} ${JSON.parse(body).data.paymentId}`;
      if (!arrivals.has(key)) arrivals.set(key, Date.now());
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await stack.close();
});

const p = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

it('with 20 black holes and 20 slow endpoints among 200, the others get everything before the bad ones are through', {
  timeout: long ? 1_200_000 : testMs,
}, async () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { prisma } = stack.ctx.db;
  const merchant = await stack.merchant();
  const { organizationId } = merchant;
  const createdAt = new Date();
  const shops = Array.from({ length: applications }, () => uuidv7());
  await prisma.application.createMany({
    data: shops.map((id, n) => ({ id, organizationId, name: `Shop ${n}`, createdAt })),
  });
  const endpoint = (applicationId: string, path: string, bad: boolean) => {
    const owner = { id: uuidv7(), applicationId, environment: 'sandbox' as const };
    const place = signingSecretPlace({ ...owner, endpointId: owner.id });
    return {
      ...owner,
      url: `${base}/${path}`,
      sealedSecret: stack.ctx.seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', place),
      status: bad ? ('disabled' as const) : ('enabled' as const),
      createdAt,
    };
  };
  const good = shops.flatMap((id) => Array.from({ length: goodEach }, (_, n) => endpoint(id, `quick/${n}`, false)));
  const bad = shops.flatMap((id) => [endpoint(id, 'hole', true), endpoint(id, 'slow', true)]);
  await prisma.webhookEndpoint.createMany({ data: [...good, ...bad] });
  const badIds = bad.map(({ id }) => id);
  const announcing = announcer(stack);
  await stack.startWorker();

  /** Milliseconds from the commit of each event to its first attempt at each good endpoint. */
  const round = async (ms: number): Promise<number[]> => {
    const told = new Map<string, number>();
    const endsAt = Date.now() + ms;
    for (let n = 0; Date.now() < endsAt; n += 1) {
      const subjectId = uuidv7();
      told.set(subjectId, await announcing.announce(shops[n % applications] ?? '', subjectId));
      await pause(1_000 / eventsPerSecond / 2);
    }
    return until('every good endpoint has everything', () => {
      const waits = [...told].flatMap(([subjectId, at]) =>
        Array.from({ length: goodEach }, (_, n) => (arrivals.get(`${n} ${subjectId}`) ?? Number.NaN) - at),
      );
      return waits.some(Number.isNaN) ? undefined : waits;
    });
  };
  const setBad = (data: object) => prisma.webhookEndpoint.updateMany({ where: { id: { in: badIds } }, data });
  const enabled = { status: 'enabled' as const, circuitOpenUntil: null, failingSince: null };
  await round(warmUpMs);
  const alone: number[] = [];
  const among: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    await setBad({ status: 'disabled' });
    if (long) alone.push(...(await round(roundMs)));
    await setBad({ ...enabled, circuitClosedAt: new Date() });
    among.push(...(await round(roundMs)));
  }
  const toBad = { endpointId: { in: badIds } };
  const notAttempted = await prisma.webhookDelivery.count({ where: { ...toBad, attemptCount: 0 } });
  expect(notAttempted, 'attempts at bad endpoints that have not ended').toBeGreaterThan(0);
  await announcing.close();
  if (!long) return;
  const [a, b] = [alone, among].map((waits) => waits.sort((x, y) => x - y)) as [number[], number[]];
  const ratio = p(b, 0.99) / p(a, 0.99);
  console.log(
    `first attempt after the commit, alone: p50 ${p(a, 0.5)} p99 ${p(a, 0.99)} ms of ${a.length}; ` +
      `among 20 black holes and 20 slow ones: p50 ${p(b, 0.5)} p99 ${p(b, 0.99)} ms of ${b.length}; p99 ratio ${ratio.toFixed(2)}`,
  );
  expect(p(b, 0.99)).toBeLessThan(Math.max(p(a, 0.99) * p99RatioMax, p(a, 0.99) + p99VariesMs));
});
