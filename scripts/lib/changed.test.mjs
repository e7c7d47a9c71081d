// @ts-check
import { describe, expect, it } from 'vitest';
import { pageOf, roomOf, testsOfChange } from './changed.mjs';
import { root } from './paths.mjs';

describe('roomOf', () => {
  it.each([
    ['packages/domain/src/payments/settle.ts', 'packages/domain/src/payments/'],
    ['packages/domain/src/reading/payments/list-payments.ts', 'packages/domain/src/reading/payments/'],
    ['packages/domain/src/errors.ts', 'packages/domain/'],
    ['apps/web/messages/en/home.json', 'apps/web/'],
    ['inngest/src/sweeps.ts', 'inngest/'],
    ['scripts/lib/changed.mjs', 'scripts/'],
    ['docs/testing.md', undefined],
    ['package.json', undefined],
  ])('of %s is %s', (path, room) => expect(roomOf(path)).toBe(room));
});

describe('pageOf', () => {
  it.each([
    ['apps/web/src/features/payouts/payouts-page.tsx', 'payouts'],
    ['apps/web/src/features/payments/detail/payment-page.tsx', 'detail'],
    ['apps/web/src/app/a/[applicationId]/[environment]/developers/keys/page.tsx', 'keys'],
    ['apps/web/src/trpc/init.ts', undefined],
  ])('of %s is %s', (path, page) => expect(pageOf(path)).toBe(page));
});

describe('testsOfChange', () => {
  const tests = ['e2e/kill.test.ts', 'e2e/browser/keys.spec.ts', 'e2e/browser/closing.spec.ts'];

  it('is the rooms, the specs that open a touched page, and what was changed itself', () => {
    const changed = ['apps/web/src/features/keys/keys-page.tsx', 'packages/domain/src/keys/key.ts', 'e2e/kill.test.ts'];
    expect(testsOfChange(changed, tests, root)).toEqual({
      rooms: ['apps/web/src/features/keys/', 'packages/domain/src/keys/'],
      specs: ['e2e/browser/keys.spec.ts'],
      processes: ['e2e/kill.test.ts'],
    });
  });

  it('is nothing for documents', () => {
    expect(testsOfChange(['README.md'], tests, root)).toEqual({ rooms: [], specs: [], processes: [] });
  });
});
