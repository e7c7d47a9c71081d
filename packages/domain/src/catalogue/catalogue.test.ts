import { describe, expect, it } from 'vitest';
import { listCatalogue } from './catalogue.ts';
import { decode } from './decode.ts';
import { wireCode } from './wire-code.ts';

// Spec 7.3, word for word: family, code, category, retryable.
const specified = `
stk      0             success          no
stk      1             balance          yes
stk      17            provider_system  no
stk      26            provider_system  no
stk      1001          customer         no
stk      1019          customer         yes
stk      1025          provider_system  no
stk      9999          provider_system  no
stk      1032          customer         yes
stk      1037          customer         yes
stk      2001          customer         yes
stk      2028          limit            no
stk      2029          your_setup       no
stk      4999          pending          no
stk      500.001.1001  pending          no
api      400.002.02    your_setup       no
api      400.002.05    your_setup       no
api      400.008.02    your_setup       no
api      401.002.01    your_setup       yes
api      404.001.03    your_setup       yes
api      404.001.04    your_setup       no
api      Bad_Request_-_Invalid_Initiator_Information  your_setup  no
api      500.001.1001  provider_system  no
api      500.002.1001  provider_system  yes
c2b_b2c  0             success          no
c2b_b2c  2001          your_setup       no
c2b_b2c  C2B00011      customer         no
c2b_b2c  C2B00012      customer         no
c2b_b2c  C2B00013      customer         no
c2b_b2c  C2B00014      customer         no
c2b_b2c  C2B00015      your_setup       no
c2b_b2c  C2B00016      customer         no`
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/))
  .map(([family = '', code = '', category = '', retryable]) => ({
    family,
    code: code.replaceAll('_', ' '),
    category,
    retryable: retryable === 'yes',
  }));

describe('the catalogue', () => {
  it('has exactly the 32 entries of the specification, with their category and retryability', () => {
    expect(
      listCatalogue().map(({ family, code, category, retryable }) => ({ family, code, category, retryable })),
    ).toEqual(specified);
    expect(specified).toHaveLength(32);
  });

  it('gives every entry texts for the developer and for the customer', () => {
    for (const entry of listCatalogue()) {
      for (const text of [entry.title, entry.cause, entry.fix, entry.customerMessage]) {
        expect(text.length).toBeGreaterThan(3);
      }
      expect(entry.customerMessage).toMatch(/[.]$/);
      expect(entry.customerMessage).not.toMatch(/idempotency|API|shortcode|webhook|token/i);
    }
  });

  it('cannot be changed by who reads it', () => {
    const [first] = listCatalogue();
    if (first) first.title = 'changed';
    expect(listCatalogue()[0]?.title).toBe('Paid');
  });

  it.each(specified)('decodes $family $code to its entry', ({ family, code, category, retryable }) => {
    expect(decode({ family: family as 'stk', code })).toMatchObject({ category, retryable, code: wireCode(code) });
  });
});
