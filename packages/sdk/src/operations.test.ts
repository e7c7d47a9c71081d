import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apiKey } from './scripted-api.fixture.ts';
import { Tillgate } from './tillgate.ts';

type Operation = { operationId: string; parameters?: { in: string; name: string }[] };
const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync(new URL('../../../apps/public-api/openapi.json', import.meta.url), 'utf8'),
);

/** One call of each method, with an id that a URL has to escape. */
async function callAll(tillgate: Tillgate): Promise<void> {
  const id = 'a/b c';
  const payment = { amount: 10, phone: '254712345678' };
  await tillgate.collect(payment);
  await tillgate.status(id);
  await tillgate.listPaymentsPage({ limit: 5, createdFrom: new Date(0), createdTo: '2026-01-01T00:00:00Z' });
  await tillgate.payout(payment);
  await tillgate.refund({ transactionId: 'TJK1A2B3C4', amount: 10 });
  await tillgate.disbursement(id);
  await tillgate.inquiries.transactionStatus({ transactionId: 'TJK1A2B3C4' });
  await tillgate.inquiries.accountBalance();
  await tillgate.inquiries.get(id);
  await tillgate.links.create({ title: 'Mugs', amount: 10 });
  await tillgate.links.get(id);
  await tillgate.links.listPage({ limit: 5, status: 'open' });
  await tillgate.links.paymentsPage(id, { limit: 5 });
  await tillgate.links.change(id, { title: 'Cups', expiresAt: null });
  await tillgate.links.end(id);
  await tillgate.links.reopen(id);
  await tillgate.batches.create({ name: 'Payroll', rows: [payment] });
  await tillgate.batches.get(id);
  await tillgate.batches.listPage({ limit: 5, status: 'draft' });
  await tillgate.batches.rowsPage(id, { limit: 5, state: 'paid' });
  await tillgate.batches.submit(id, { acceptWarnings: true });
  await tillgate.batches.cancel(id);
  await tillgate.batches.pause(id);
  await tillgate.batches.resume(id);
  await tillgate.generateQr({ amount: 10 });
  await tillgate.registerC2b();
  await tillgate.simulateOutcome({ paymentId: id, outcome: 'approve' });
  await tillgate.listenEvents({ after: 'x', waitSeconds: 0, types: ['payment.success', 'link.paid'] });
}

it('has a method for every operation of the API, and each calls what the document describes', async () => {
  const made: { method: string; path: string; query: string[]; keyed: boolean }[] = [];
  const fetch = async (url: string, { method = '', headers }: RequestInit) => {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace('/functions/v1', '').replace('a%2Fb%20c', '{id}');
    made.push({ method, path, query: [...searchParams.keys()], keyed: new Headers(headers).has('idempotency-key') });
    return Response.json({});
  };
  await callAll(new Tillgate({ apiKey, baseUrl: 'https://pay.example.com', fetch }));

  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  // A page for people.
  const callable = described.filter(({ operation }) => operation.operationId !== 'getErrorReference');
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  expect(made.map(nameOf).sort()).toEqual(callable.map(nameOf).sort());
  for (const call of made) {
    const parameters = callable.find((each) => nameOf(each) === nameOf(call))?.operation.parameters ?? [];
    expect(
      parameters.some(({ name }) => name === 'Idempotency-Key'),
      nameOf(call),
    ).toBe(call.keyed);
    const queries = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    expect(
      call.query.filter((name) => !queries.includes(name)),
      nameOf(call),
    ).toEqual([]);
  }
});

it('lists payments page after page, each with the cursor of the one before', async () => {
  const asked: string[] = [];
  const pages = [
    { payments: [{ paymentId: 'p3' }, { paymentId: 'p2' }], next: 'p2' },
    { payments: [{ paymentId: 'p1' }], next: null },
  ];
  const fetch = async (url: string) => {
    asked.push(new URL(url).search);
    return Response.json(pages[asked.length - 1]);
  };
  const tillgate = new Tillgate({ apiKey, baseUrl: 'https://pay.example.com', fetch });
  const ids: string[] = [];
  for await (const { paymentId } of tillgate.listPayments({ status: 'success', pageSize: 2 })) ids.push(paymentId);
  expect(ids).toEqual(['p3', 'p2', 'p1']);
  expect(asked).toEqual(['?status=success&limit=2', '?status=success&before=p2&limit=2']);
});

it('reads no further page than the caller wants', async () => {
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    return Response.json({ payments: [{ paymentId: 'p2' }], next: 'p2' });
  };
  const tillgate = new Tillgate({ apiKey, baseUrl: 'https://pay.example.com', fetch });
  for await (const _ of tillgate.listPayments()) break;
  expect(asked).toBe(1);
});

it('lists links and their payments page after page', async () => {
  const asked: string[] = [];
  const pages = [
    { links: [{ linkId: 'l2' }], next: 'l2' },
    { links: [{ linkId: 'l1' }], next: null },
    { payments: [{ paymentId: 'p2' }], next: 'p2' },
    { payments: [{ paymentId: 'p1' }], next: null },
  ];
  const fetch = async (url: string) => {
    const { pathname, search } = new URL(url);
    asked.push(`${pathname.replace('/functions/v1', '')}${search}`);
    return Response.json(pages[asked.length - 1]);
  };
  const { links } = new Tillgate({ apiKey, baseUrl: 'https://pay.example.com', fetch });
  const ids: string[] = [];
  for await (const { linkId } of links.list({ status: 'open', pageSize: 1 })) ids.push(linkId);
  for await (const { paymentId } of links.payments('l1')) ids.push(paymentId);
  expect(ids).toEqual(['l2', 'l1', 'p2', 'p1']);
  expect(asked).toEqual([
    '/payment-links?status=open&limit=1',
    '/payment-links?status=open&before=l2&limit=1',
    '/payment-links/l1/payments?limit=100',
    '/payment-links/l1/payments?before=p2&limit=100',
  ]);
});

it('lists batches and their rows page after page, and waits for their checks', async () => {
  const asked: string[] = [];
  const pages = [
    { batches: [{ batchId: 'b2' }], next: 'b2' },
    { batches: [{ batchId: 'b1' }], next: null },
    { rows: [{ rowId: 'r1' }], next: 'r1' },
    { rows: [{ rowId: 'r2' }], next: null },
    { batchId: 'b1', status: 'draft' },
  ];
  const fetch = async (url: string) => {
    const { pathname, search } = new URL(url);
    asked.push(`${pathname.replace('/functions/v1', '')}${search}`);
    return Response.json(pages[asked.length - 1]);
  };
  const { batches } = new Tillgate({ apiKey, baseUrl: 'https://pay.example.com', fetch });
  const ids: string[] = [];
  for await (const { batchId } of batches.list({ status: 'draft', pageSize: 1 })) ids.push(batchId);
  for await (const { rowId } of batches.rows('b1', { state: 'refused' })) ids.push(rowId);
  expect(ids).toEqual(['b2', 'b1', 'r1', 'r2']);
  expect((await batches.waitForChecks('b1')).status).toBe('draft');
  expect(asked).toEqual([
    '/payout-batches?status=draft&limit=1',
    '/payout-batches?status=draft&before=b2&limit=1',
    '/payout-batches/b1/rows?state=refused&limit=500',
    '/payout-batches/b1/rows?state=refused&before=r1&limit=500',
    '/payout-batches/b1',
  ]);
});

it.each(['paid', 'ended'])('waits for a link no longer once it is %s', async (status) => {
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    return Response.json({ linkId: 'l', status });
  };
  const { links } = new Tillgate({ apiKey, baseUrl: 'https://pay.example.com', fetch });
  expect((await links.waitForPaid('l')).status).toBe(status);
  expect(asked).toBe(1);
});
