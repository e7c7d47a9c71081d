import type { Publish, Signal, SignalData, SignalName } from '@tillgate/domain';
import type { Inngest } from 'inngest';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { testClient } from './embedded/testing/harness.ts';
import { on } from './on.ts';

/** The types here are checked by `npm run typecheck`; the test run checks the rest. */
describe('on', () => {
  it('is a trigger for the signal of that name', () => {
    expect(on('order.approved')).toMatchObject({ event: 'order.approved' });
  });

  it('gives a function the data that the domain declares, and no other field', () => {
    const client: Inngest.Any = testClient(async () => Response.json({}));
    client.createFunction({ id: 'typed', triggers: [on('delivery.due')] }, async ({ event }) => {
      expectTypeOf(event.data).toEqualTypeOf<SignalData['delivery.due']>();
      expectTypeOf(event.data).not.toHaveProperty('callbackId');
    });
  });

  it('takes only names of signals', () => {
    expectTypeOf(on).parameter(0).toEqualTypeOf<SignalName>();
    expectTypeOf<'payment.success'>().not.toExtend<SignalName>();
  });
});

describe('a signal', () => {
  it('cannot be published with a field of another signal', () => {
    type Published = Parameters<Publish>[0][number];
    expectTypeOf<Published>().toEqualTypeOf<Signal>();
    expectTypeOf<{ name: 'mail.due'; id: string; data: { mailId: string } }>().toExtend<Published>();
    expectTypeOf<{ name: 'mail.due'; id: string; data: { orderId: string } }>().not.toExtend<Published>();
  });
});
