import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SecuredBench, startSecuredBench } from './test-bench.ts';

let bench: SecuredBench;
afterEach(() => bench.close());

const parameters = z.array(z.strictObject({ Key: z.string(), Value: z.union([z.string(), z.number()]).optional() }));
const common = {
  ResultType: z.int(),
  ResultCode: z.int(),
  ResultDesc: z.string(),
  OriginatorConversationID: z.string(),
  ConversationID: z.string(),
  TransactionID: z.string(),
  ResultParameters: z.strictObject({ ResultParameter: parameters.min(1) }),
};

/**
 * How SDKs in Go and Python declare a result: codes are integers, the parameters a list, and the reference item one
 * object, except for B2B, where it is a list.
 */
const declared = z.strictObject({
  ...common,
  ReferenceData: z.strictObject({ ReferenceItem: z.strictObject({ Key: z.string(), Value: z.string().optional() }) }),
});
const declaredB2b = z.strictObject({
  ...common,
  ReferenceData: z.strictObject({ ReferenceItem: parameters.min(1) }),
});

describe('strict decoders', () => {
  it('read every result of an ordinary request, however many there were before', async () => {
    bench = await startSecuredBench();
    for (let times = 0; times < 4; times += 1) {
      const TransactionID = await bench.collect();
      const results = {
        status: (await bench.resultOf('status', { TransactionID })).result,
        reversal: (await bench.resultOf('reversal', { TransactionID, ReceiverParty: '174379' })).result,
        payout: (await bench.resultOf('payout', { OriginatorConversationID: `ours-${times}` })).result,
        balance: (await bench.resultOf('balance')).result,
      };
      for (const [operation, result] of Object.entries(results)) {
        expect(() => declared.parse(result), `${operation}: ${JSON.stringify(result)}`).not.toThrow();
      }
      const b2b = (await bench.resultOf('b2b')).result;
      expect(() => declaredB2b.parse(b2b), JSON.stringify(b2b)).not.toThrow();
    }
  });
});
