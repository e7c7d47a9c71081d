import { expect, it } from 'vitest';
import { changedPayee } from './changed-payee.ts';

const [old, current, other] = ['254712345678', '254722345678', '254733345678'];
const paid = (phone: string, day: string) => ({ phone, paidAt: new Date(`${day}T09:00:00Z`) });
const row = { phone: current, reference: 'EMP1' };

it.each([
  ['was never paid', row, []],
  ['was paid on the same phone', row, [paid(current, '2026-09-30')]],
  ['changed the phone before', row, [paid(current, '2026-10-31'), paid(old, '2026-09-30')]],
  ['has no reference', { ...row, reference: null }, [paid(old, '2026-10-31')]],
  ['has no phone', { ...row, phone: null }, [paid(old, '2026-10-31')]],
])('a person who %s is not suspicious', (_, person, before) => {
  expect(changedPayee(person, before)).toBeUndefined();
});

it.each([
  ['on one other phone', [paid(old, '2026-10-31')], old],
  ['last on another phone', [paid(other, '2026-09-30'), paid(old, '2026-10-31')], old],
  ['on this phone, and later on another', [paid(other, '2026-10-31'), paid(current, '2026-09-30')], other],
])('a person who was paid %s is', (_, before, phone) => {
  expect(changedPayee(row, before)).toEqual({
    ...{ code: 'payee_changed', field: 'phone', column: null, text: current },
    before: paid(phone, '2026-10-31'),
  });
});
