import { expect, it } from 'vitest';
import type { PaymentDetail } from '../types.ts';
import { supportBundle } from './support-bundle.ts';

it('names no phone, wherever it stands', () => {
  const detail = {
    now: '2026-07-19T10:00:00.000Z',
    payment: { paymentId: 'p', phone: '254712345678', metadata: { customer: '254700000009' } },
    callbacks: [{ body: '{"Name":"PhoneNumber","Value":254712345678}' }],
    timeline: [],
  } as unknown as PaymentDetail;
  const bundle = supportBundle(detail);
  expect(bundle).not.toMatch(/254\d{9}/);
  expect(bundle).toContain('0712…678');
  expect(JSON.parse(bundle)).toMatchObject({ bundleVersion: 1, payment: { paymentId: 'p' } });
});
