import { describe, expect, it } from 'vitest';
import {
  emptyCounter,
  newCode,
  openVisitOf,
  readCounter,
  type Visit,
  withNext,
  withOrder,
  withVisit,
} from './visit.ts';

const nowMs = Date.parse('2026-03-01T10:00:00Z');
const minuteMs = 60_000;
const visit: Visit = {
  way: 'prompt',
  amount: '450',
  phone: '0712 345 678',
  reference: '',
  person: 'p1',
  requestKey: 'k1',
  askedAtMs: nowMs,
};

describe('a customer who left while the prompt could still be paid', () => {
  const counter = withNext(withVisit(emptyCounter, visit), true, nowMs);

  it.each(['0712345678', '+254 712 345 678', '254712345678'])('is found again by %s', (phone) => {
    expect(openVisitOf(counter, { way: 'prompt', amount: '90', phone, reference: '' }, nowMs + minuteMs)).toEqual(
      visit,
    );
  });

  it('is no other customer, and no code', () => {
    expect(openVisitOf(counter, { ...visit, phone: '0722000111' }, nowMs)).toBeUndefined();
    expect(openVisitOf(counter, { ...visit, phone: '' }, nowMs)).toBeUndefined();
    expect(openVisitOf(counter, { ...visit, way: 'qr' }, nowMs)).toBeUndefined();
  });

  it('is forgotten after a while, and at once when the prompt had ended', () => {
    expect(openVisitOf(counter, visit, nowMs + 21 * minuteMs)).toBeUndefined();
    expect(withNext(withVisit(counter, visit), false, nowMs)).toEqual({ left: [] });
  });
});

describe('what a tab keeps', () => {
  it('comes back after a reload, for the same person alone', () => {
    const text = JSON.stringify(withVisit(emptyCounter, visit));
    expect(readCounter(text, 'p1').visit).toEqual(visit);
    expect(readCounter(text, 'p2')).toEqual(emptyCounter);
  });

  it.each([null, '', '7', '{"visit":{"way":"prompt"}}', '{"left":[1]}'])(
    'is empty when it is not whole: %s',
    (text) => {
      expect(readCounter(text, 'p1')).toEqual(emptyCounter);
    },
  );
});

it('an order that is known late belongs to its own customer, who may have left', () => {
  const counter = withVisit(withNext(withVisit(emptyCounter, visit), true, nowMs), { ...visit, requestKey: 'k2' });
  expect(withOrder(counter, 'k1', 'o1')).toMatchObject({ visit: { requestKey: 'k2' }, left: [{ orderId: 'o1' }] });
  expect(withOrder(counter, 'k1', 'o1').visit?.orderId).toBeUndefined();
  expect(withOrder(counter, 'k2', 'o2').visit?.orderId).toBe('o2');
});

it('the reference of a code fits into what M-PESA shows', () => {
  expect(newCode(new Uint8Array([0, 1, 2, 3, 4, 5, 255, 9]))).toMatch(/^D[2-9A-Z]{7}$/);
});
