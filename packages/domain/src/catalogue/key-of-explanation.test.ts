import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { keyOfExplanation } from './key-of-explanation.ts';

describe('the key of an explanation', () => {
  it.each([
    ['stk', '1032', '', { key: 'stk_1032', code: '1032', said: undefined }],
    ['api', 'http_403', 'Request Rejected', { key: 'http', code: '403', said: 'Request Rejected' }],
    // A status with an explanation of its own has more to say than that it has no code.
    ['api', 'http_429', '', { key: 'api_policies_ratelimit_SpikeArrestViolation', code: '429', said: undefined }],
    ['stk', '424242', 'Odd', { key: 'unknown', code: '424242', said: 'Odd' }],
  ] as const)('of %s %s with %j is what texts are found by', (family, code, message, keyed) => {
    expect(keyOfExplanation(decode({ family, code, message }))).toEqual(keyed);
  });

  it('is none for what another release wrote', () => {
    const decoded = { ...decode({ family: 'stk', code: '1032' }), cause: 'Other words.' };
    expect(keyOfExplanation(decoded)).toBeUndefined();
  });
});
