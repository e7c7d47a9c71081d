import { describe, expect, it } from 'vitest';
import { keptText, overflow, pathOf, resourceOf, withoutSecrets } from './request.ts';

const id = '0199c0de-0000-7000-8000-123456789012';
const secret = `mp_live_${'7'.repeat(43)}`;

describe('pathOf', () => {
  it.each([
    ['/collect', {}, '/collect'],
    ['/status/:id', { id }, `/status/${id}`],
    ['/status/:id', { id: id.toUpperCase() }, `/status/${id}`],
    ['/status/:id', { id: '254712345678' }, '/status/:id'],
    ['/status/:id', { id: secret }, '/status/:id'],
    ['/payments/:id/simulate', { id, outcome: 'x' }, `/payments/${id}/simulate`],
  ])('%s with %o is kept as %s', (pattern, parameters, path) => {
    expect(pathOf(pattern, parameters)).toBe(path);
  });
});

describe('keptText', () => {
  it.each([
    ['phone: must be a Kenyan number, not 0712 345 678', 'phone: must be a Kenyan number, not …'],
    ['+254712345678 is refused', '… is refused'],
    ['254-712-345-678', '…'],
    [`the key ${secret} is no more`, 'the key mp_live_… is no more'],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_…'],
    [`payment ${id} is pending`, `payment ${id} is pending`],
    ['amount: must be 1 to 250000', 'amount: must be 1 to 250000'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['a\u0000b\ud800', 'ab\ufffd'],
  ])('%s is kept as %s', (text, kept) => {
    expect(keptText(text)).toBe(kept);
  });

  it('is bounded', () => {
    expect(keptText('x'.repeat(10_000))).toHaveLength(500);
  });
});

it('a name keeps its digits and loses its secrets', () => {
  expect(withoutSecrets('order 20260101000001')).toBe('order 20260101000001');
  expect(withoutSecrets(`retry-${secret}`)).toBe('retry-mp_live_…');
});

describe('resourceOf', () => {
  it.each([
    [{ paymentId: id }, {}, 202, id],
    [{ disbursementId: id }, {}, 409, id],
    [{ queryId: id }, {}, 202, id],
    [{ status: 'success' }, { id }, 200, id],
    [{ code: 'not_found' }, { id }, 404, null],
    [{ paymentId: '254712345678' }, {}, 202, null],
    [undefined, {}, 204, null],
    ['text', {}, 200, null],
  ])('%o at %o with %i names %s', (answer, parameters, status, named) => {
    expect(resourceOf(answer, parameters, status)).toBe(named);
  });
});

it('what does not fit goes from the front', () => {
  expect(overflow(9, 1, 10)).toBe(0);
  expect(overflow(10, 1, 10)).toBe(1);
  expect(overflow(15, 0, 10)).toBe(5);
});
