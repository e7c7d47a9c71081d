import { Rail } from '@tillgate/db';
import { describe, expect, it } from 'vitest';
import { listCatalogue } from './catalogue.ts';
import { decode } from './decode.ts';
import { familiesOf } from './entry.ts';
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

// Those of Airtel Money Kenya: family, category, retryable, codes.
const airtel = `
airtel_collection    success          no   DP00800001001 0
airtel_collection    pending          no   DP00800001000 TA
airtel_collection    customer         yes  DP00800001002
airtel_collection    limit            no   DP00800001003
airtel_collection    your_setup       no   DP00800001004
airtel_collection    customer         yes  DP00800001005
airtel_collection    pending          no   DP00800001006 TIP
airtel_collection    balance          yes  DP00800001007
airtel_collection    customer         no   DP00800001008
airtel_collection    provider_system  no   DP00800001009
airtel_collection    customer         no   DP00800001010
airtel_collection    customer         yes  DP00800001024
airtel_collection    pending          no   DP00800001025
airtel_collection    your_setup       no   DP00800001026
airtel_collection    customer         yes  DP00800001029 TE
airtel_collection    provider_system  no   TF
airtel_disbursement  success          no   DP00900001001 0
airtel_disbursement  pending          no   DP00900001000 TA
airtel_disbursement  limit            no   DP00900001003
airtel_disbursement  limit            no   DP00900001004
airtel_disbursement  provider_system  no   DP00900001005 TF
airtel_disbursement  pending          no   DP00900001006 TIP
airtel_disbursement  balance          no   DP00900001007
airtel_disbursement  your_setup       no   DP00900001009
airtel_disbursement  your_setup       no   DP00900001010 DP00900001019
airtel_disbursement  provider_system  no   DP00900001011
airtel_disbursement  customer         no   DP00900001012
airtel_disbursement  your_setup       no   DP00900001013
airtel_disbursement  pending          no   DP00900001014
airtel_disbursement  pending          no   DP00900001015
airtel_disbursement  your_setup       no   DP00900001016 DP00900001018
airtel_disbursement  provider_system  no   DP00900001017
airtel_gateway       your_setup       no   ROUTER001
airtel_gateway       your_setup       no   ROUTER003
airtel_gateway       your_setup       no   ROUTER005 ROUTER006 ROUTER007 ESB000034
airtel_gateway       your_setup       no   ROUTER110 ESB000039
airtel_gateway       your_setup       no   ROUTER112 ROUTER119 ESB000035
airtel_gateway       your_setup       no   ROUTER114
airtel_gateway       your_setup       no   ROUTER115
airtel_gateway       your_setup       no   ROUTER116
airtel_gateway       pending          no   ROUTER117 http_408 http_502 http_504
airtel_gateway       pending          no   ESB000001 ESB000004 ESB000014 0000900
airtel_gateway       your_setup       no   ESB000008
airtel_gateway       pending          no   ESB000010
airtel_gateway       provider_system  no   ESB000011
airtel_gateway       your_setup       no   ESB000033 ESB000036
airtel_gateway       provider_system  no   ESB000041
airtel_gateway       pending          no   ESB000045
airtel_gateway       your_setup       yes  invalid_token http_401
airtel_gateway       your_setup       no   invalid_client token_refused
airtel_gateway       provider_system  yes  DP02010001000
airtel_gateway       customer         no   DP02200000002
airtel_gateway       provider_system  yes  http_429
airtel_gateway       provider_system  no   http_500 http_503`
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/))
  .flatMap(([family = '', category = '', retryable, ...codes]) =>
    codes.map((code) => ({ family, code, category, retryable: retryable === 'yes' })),
  );

const rails = Object.values(Rail);

describe('the catalogue', () => {
  it('has exactly the 32 entries of the specification, with their category and retryability', () => {
    expect(
      listCatalogue('mpesa').map(({ family, code, category, retryable }) => ({ family, code, category, retryable })),
    ).toEqual(specified);
    expect(specified).toHaveLength(32);
  });

  it.each(rails)('gives every entry of %s texts for the developer and for the customer', (rail) => {
    for (const entry of listCatalogue(rail)) {
      for (const text of [entry.title, entry.cause, entry.fix, entry.customerMessage]) {
        expect(text.length).toBeGreaterThan(3);
      }
      expect(entry.customerMessage).toMatch(/[.]$/);
      expect(entry.customerMessage).not.toMatch(/idempotency|\bAPI\b|shortcode|webhook|token|m-pesa|airtel|\*\d/i);
    }
  });

  it('has the codes of Airtel Money, with their category and retryability', () => {
    const listed = listCatalogue('airtel');
    expect(listed.map(({ family, code, category, retryable }) => ({ family, code, category, retryable }))).toEqual(
      airtel,
    );
  });

  it.each(rails)('says of every entry of %s whose it is, and has no code twice in a family', (rail) => {
    const entries = listCatalogue(rail);
    const own: readonly string[] = familiesOf[rail];
    expect(entries.filter((entry) => entry.rail !== rail || !own.includes(entry.family))).toEqual([]);
    expect(new Set(entries.map(({ family, code }) => `${family} ${code}`)).size).toBe(entries.length);
  });

  it('has no code of Airtel Money in two families, but for states and the 0 of a success', () => {
    const codes = listCatalogue('airtel').map(({ code }) => code);
    const twice = codes.filter((code, index) => codes.indexOf(code) !== index);
    expect(twice.sort()).toEqual(['0', 'TA', 'TF', 'TIP']);
  });

  it('names another network only where the number may have its wallet there', () => {
    const named = [...listCatalogue('airtel'), ...listCatalogue('mpesa')].filter(({ fix }) => fix.includes('"rail"'));
    expect(named.map(({ code }) => code)).toEqual(['DP00800001010', 'DP02200000002']);
    for (const { fix } of named) {
      expect(fix).toMatch(
        /The number may belong to another network: send "rail": "mpesa" with a new Idempotency-Key\.$/,
      );
    }
  });

  it('cannot be changed by who reads it', () => {
    const [first] = listCatalogue('mpesa');
    if (first) first.title = 'changed';
    expect(listCatalogue('mpesa')[0]?.title).toBe('Paid');
  });

  it.each([...specified, ...airtel])('decodes $family $code to its entry', ({ family, code, category, retryable }) => {
    expect(decode({ family: family as 'stk', code })).toMatchObject({ category, retryable, code: wireCode(code) });
  });
});
