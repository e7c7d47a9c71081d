import { describe, expect, it } from 'vitest';
import { decideResolution, notPaidCode, resolvableAfterSeconds } from './resolution.ts';

const createdAt = new Date('2026-03-01T10:00:00Z');
const now = new Date(createdAt.getTime() + resolvableAfterSeconds * 1000);
const pending = { status: 'pending' as const, providerReceipt: null, resultCode: null, createdAt };
const failed = { status: 'failed' as const, providerReceipt: null, resultCode: '1037', createdAt };
const notPaid = { ...failed, resultCode: notPaidCode };
const success = { status: 'success' as const, providerReceipt: 'TJK0000001', resultCode: '0', createdAt };
const paid = { as: 'paid' as const, receipt: 'TJK0000001' };
const no = { as: 'not_paid' as const };

describe('a resolution', () => {
  it.each([
    ['pending as paid', pending, paid, { kind: 'settle', from: 'pending', to: 'success' }],
    ['pending as not paid', pending, no, { kind: 'settle', from: 'pending', to: 'failed' }],
    ['failed as paid', failed, paid, { kind: 'settle', from: 'failed', to: 'success' }],
    ['failed as not paid', failed, no, { kind: 'refuse' }],
    ['not paid as not paid', notPaid, no, { kind: 'nothing_to_do' }],
    ['not paid as paid', notPaid, paid, { kind: 'settle', from: 'failed', to: 'success' }],
    ['success as not paid', success, no, { kind: 'refuse' }],
    ['success as paid with its receipt', success, paid, { kind: 'nothing_to_do' }],
    ['success as paid with another receipt', success, { ...paid, receipt: 'TJK0000002' }, { kind: 'refuse' }],
    ['success without receipt', { ...success, providerReceipt: null }, paid, { kind: 'refuse' }],
  ])('%s', (_, row, resolution, expected) => {
    expect(decideResolution(row, resolution, now)).toMatchObject(expected);
  });

  it('waits until the provider had its time', () => {
    const early = new Date(now.getTime() - 1);
    expect(decideResolution(pending, paid, early)).toMatchObject({ kind: 'refuse' });
    expect(decideResolution(failed, paid, early)).toMatchObject({ kind: 'settle' });
  });
});
