import { expect, it } from 'vitest';
import { checksOf } from './checks-of.ts';

it('shows every step of a check', () => {
  const checks = [
    { capability: 'token', ok: true, detail: 'The provider gave a token.' },
    { capability: 'prompt', ok: false, detail: 'The passkey was refused.' },
  ];
  expect(checksOf({ status: 'executed', outcome: { ok: true, checks } })).toEqual(checks);
});

it('an order that failed or was never carried out is one step that failed', () => {
  const outcome = { ok: false as const, code: 'provider_not_configured', detail: 'Nothing is set.' };
  expect(checksOf({ status: 'executed', outcome })).toEqual([
    { capability: 'order', ok: false, detail: 'Nothing is set.' },
  ]);
  expect(checksOf({ status: 'expired', outcome: null })).toMatchObject([{ ok: false, detail: 'expired' }]);
});
