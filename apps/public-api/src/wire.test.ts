import { listCatalogue } from '@tillgate/domain/catalogue';
import { exportSources } from '@tillgate/domain/reading/exports';
import { subscribeToAll } from '@tillgate/domain/testing';
import { expect, it } from 'vitest';
import { moneyOutWorld, type Sent } from './routes/money-out.fixture.ts';

// What merchants get from us, written down byte for byte: answers of the API, bodies of webhooks, and the head of each file.
// A change of structure changes none of it unseen.

const world = moneyOutWorld();

/** The same text on every run: ids, times, receipts and tokens have names. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/"accountRef":"[0-9A-F]{12}"/g, '"accountRef":"<beginning of the id>"')
    .replaceAll(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, '<time>')
    .replaceAll(/"created":\d{10}/g, '"created":<seconds>')
    .replaceAll(/"(OriginatorConversationID)":"[0-9a-f-]+"/g, '"$1":"<originator>"')
    .replaceAll(/\b2\d{13}\b/g, '<time>')
    .replaceAll(/ws_CO_[0-9A-Za-z_-]+/g, '<prompt>')
    .replaceAll(/AG_[0-9A-Za-z_]+/g, '<conversation>')
    .replaceAll(/\b[A-Z][A-Z0-9]{9}\b/g, '<receipt>')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<origin>');
}

async function written(path: string, body?: object, sent: Sent = {}) {
  const { status, headers, text } = await world.send(path, body, sent);
  const kept = ['content-type', 'retry-after', 'idempotent-replayed', 'ratelimit-policy'];
  const shown = kept.flatMap((name) => (headers.get(name) === null ? [] : [`${name}: ${headers.get(name)}`]));
  return [`${status}`, ...shown, '', withoutChance(text)].join('\n');
}

const under = (key: string): Sent => ({ method: 'POST', headers: { 'idempotency-key': key } });
const idIn = (text: string, name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '';

it('answers of the API and bodies of webhooks stay as they are', async () => {
  const { api, shop } = world;
  await subscribeToAll({ ...api.ctx, ...shop.as('sandbox') });
  const answers: Record<string, string> = {};
  const paid = {
    amount: 100,
    phone: '254712000001',
    accountReference: 'INV-1',
    description: 'Mugs',
    metadata: { a: 1 },
  };
  answers['a collection'] = await written('/collect', paid, under('wire-1'));
  answers['the same again'] = await written('/collect', paid, under('wire-1'));
  answers['another body under the key'] = await written('/collect', { ...paid, amount: 101 }, under('wire-1'));
  answers['a collection that is wrong'] = await written('/collect', { amount: 0, phone: 'x', more: 1 });
  answers['a collection without a key'] = await written('/collect', paid, { method: 'POST', key: null });
  answers['a collection that the provider refuses'] = await written('/collect', { ...paid, phone: '254700070500' });
  const open = await world.send('/collect', { ...paid, phone: '254700074999' }, under('wire-0'));
  answers['a pending payment'] = await written(`/status/${idIn(open.text, 'paymentId')}`);
  const { paymentId } = (await world.send('/collect', paid, under('wire-1'))).body as { paymentId: string };
  await world.settle(paymentId);
  answers['a paid payment'] = await written(`/status/${paymentId}`);
  const failed = await world.send('/collect', { ...paid, phone: '254700071032' }, under('wire-2'));
  await world.settle(idIn(failed.text, 'paymentId'));
  answers['a failed payment'] = await written(`/status/${idIn(failed.text, 'paymentId')}`);
  answers['no payment'] = await written('/status/019cb2a4-6f3e-7c55-9d0b-3d8f7f1f2b11');
  const sent = [
    await world.send('/payout', { amount: 50, phone: '254712000002', remarks: 'Wages' }, under('wire-3')),
    await world.send('/reversal', { transactionId: 'TJK1A2B3C4', amount: 10 }, under('wire-4')),
    await world.send('/transaction-status', { transactionId: 'TJK1A2B3C4' }, under('wire-5')),
    await world.send('/account-balance', {}, under('wire-6')),
  ];
  for (const [index, name] of ['payout', 'reversal', 'transaction status', 'account balance'].entries()) {
    const { status, text = '' } = sent[index] ?? {};
    answers[`a request: ${name}`] = `${status}\n\n${withoutChance(text)}`;
    await world.settle(idIn(text, 'disbursementId') || idIn(text, 'queryId'));
  }
  const events = await api.ctx.db.prisma.webhookEvent.findMany({ orderBy: [{ type: 'asc' }, { sequence: 'asc' }] });
  const bodies = [...new Set(events.map(({ body }) => withoutChance(body)))].sort();
  expect(new Set(events.map(({ type }) => type)).size).toBe(6);
  await expect(`${JSON.stringify({ answers, webhooks: bodies }, null, 2)}\n`).toMatchFileSnapshot('wire.snapshot.json');
});

it('what the codes of the provider mean stays as it is', async () => {
  const codes = listCatalogue('mpesa').map(({ rail, ...entry }) => entry);
  const text = JSON.stringify(codes, null, 2);
  await expect(`${text}\n`).toMatchFileSnapshot('codes.snapshot.json');
});

it('the columns of files stay as they are', async () => {
  const heads = Object.entries(exportSources).map(([list, { columns }]) => [
    list,
    columns.map(({ name, kind, isDefault }) => `${name} ${kind}${isDefault ? '' : ' (on request)'}`),
  ]);
  await expect(`${JSON.stringify(Object.fromEntries(heads), null, 2)}\n`).toMatchFileSnapshot('columns.snapshot.json');
});
