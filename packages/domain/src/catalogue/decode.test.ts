import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CodeInPlace, decode } from './decode.ts';
import { families } from './entry.ts';
import { wireCode } from './wire-code.ts';

const api = (code: string, more: Partial<CodeInPlace> = {}) => decode({ family: 'api', code, ...more });

describe('decode', () => {
  it('answers exactly the fields of spec 2.4', () => {
    expect(Object.keys(decode({ family: 'stk', code: '1032' })).sort()).toEqual(
      ['category', 'cause', 'code', 'customerMessage', 'fix', 'retryable', 'title'].sort(),
    );
  });

  it('reads 2001 as a wrong PIN on a prompt and as the initiator elsewhere', () => {
    expect(decode({ family: 'stk', code: '2001', message: 'The initiator information is invalid.' })).toMatchObject({
      title: 'Wrong PIN',
      retryable: true,
    });
    expect(decode({ family: 'c2b_b2c', code: '2001' })).toMatchObject({ category: 'your_setup', retryable: false });
  });

  it.each(['The transaction is being processed', '', 'Unable to lock subscriber', 'Merchant does not exist'])(
    'reads 500.001.1001 on a query as still waiting, also when it says %j',
    (message) => {
      expect(api('500.001.1001', { api: 'stk_query', phase: 'query', message })).toMatchObject({
        category: 'pending',
        retryable: false,
      });
    },
  );

  it.each([
    ['Merchant does not exist', 'provider_system', 'Merchant unknown or without funds'],
    ['[MerchantValidate] - Wrong credentials', 'your_setup', 'Passkey refused'],
    ['Unable to lock subscriber, a transaction is already in process', 'customer', 'Another transaction is open'],
    ['', 'provider_system', 'Merchant unknown or without funds'],
  ])('reads 500.001.1001 on a push by its message %j', (message, category, title) => {
    expect(api('500.001.1001', { api: 'stk_push', phase: 'sync', message })).toMatchObject({
      category,
      title,
      retryable: false,
    });
  });

  it('never calls a payout retryable while its id may have been accepted', () => {
    for (const message of ['Duplicate OriginatorConversationID', '', null]) {
      expect(api('500.002.1001', { api: 'b2c', phase: 'sync', message }).retryable).toBe(false);
    }
    expect(api('500.002.1001', { api: 'stk_push', message: 'Duplicate OriginatorConversationID' }).retryable).toBe(
      false,
    );
    expect(api('500.002.1001', { api: 'stk_push', message: 'Service is currently unavailable' }).retryable).toBe(true);
  });

  it('knows the initiator refusal by its text, under whatever code', () => {
    for (const place of [
      { code: 'Bad Request - Invalid Initiator Information' },
      { code: 'BAD REQUEST - INVALID INITIATOR INFORMATION' },
      { code: '400.002.02', message: 'Bad Request - Invalid Initiator Information' },
      { code: '400.999.99', message: 'Bad Request - Invalid Initiator Information' },
    ]) {
      expect(api(place.code, place).title).toBe('Initiator refused');
    }
  });

  it.each<[CodeInPlace['family'], string, string, string]>([
    ['airtel_collection', 'DP00800001005', 'Msisdn Not Found', 'No wallet on this number'],
    ['airtel_collection', 'DP00800001005', '', 'No PIN entered'],
    ['airtel_disbursement', 'DP00900001011', 'Duplicate exttRID', 'Id already used'],
    ['airtel_disbursement', 'DP00900001011', 'Transaction not allowed', 'Payout not allowed, or sent before'],
    ['airtel_disbursement', 'DP00900001013', 'Msisdn Length should be 9', 'A field was refused'],
    ['airtel_disbursement', 'DP00900001013', 'Refused', 'Payout refused'],
    ['airtel_gateway', 'ESB000008', 'Missing header/body params', 'A field was refused'],
    ['airtel_gateway', 'ESB000008', 'Failed', 'Request refused, or not clear'],
    // Of M-PESA, the message decides nothing here.
    ['stk', '1', 'Msisdn Not Found', 'Insufficient balance'],
  ])('reads %s %s by its message %j', (family, code, message, title) => {
    expect(decode({ family, code, message })).toMatchObject({
      title,
      retryable: title === 'No PIN entered' || code === '1',
    });
  });

  it.each<[CodeInPlace['family'], string, boolean]>([
    ['stk', 'not_received', true],
    ['stk', 'expired_unanswered', false],
    ['stk', 'resolved_not_paid', false],
    ['api', 'too_late', false],
  ])('says of our own code %s %s the same on every network', (family, code, retryable) => {
    const said = decode({ family, code });
    expect(said).toMatchObject({ category: 'provider_system', retryable });
    expect(decode({ family: 'airtel_gateway', code })).toEqual(said);
  });

  it('names the phone number when the provider does', () => {
    expect(api('400.002.02', { message: 'Bad Request - Invalid PhoneNumber' }).title).toBe('Invalid phone number');
    expect(api('400.002.02', { message: 'Bad Request - Invalid Amount' }).title).toBe('A field was refused');
  });

  it.each([
    ['stk', 'SFC_IC0003', 'your_setup'],
    ['c2b_b2c', 'SFC_IC0003', 'customer'],
    ['stk', '8006', 'customer'],
    ['c2b_b2c', '8006', 'your_setup'],
    ['stk', '2', 'limit'],
    ['stk', '3', 'limit'],
    ['stk', '4', 'limit'],
    ['stk', '8', 'limit'],
    ['c2b_b2c', '15', 'provider_system'],
    ['c2b_b2c', 'R000001', 'your_setup'],
    ['api', '500.003.02', 'provider_system'],
    ['api', '401.003.01', 'your_setup'],
  ] as const)('has a good text for %s %s, which the specification does not list', (family, code, category) => {
    expect(decode({ family, code })).toMatchObject({ category, retryable: false, code: wireCode(code) });
  });

  it('says of a refusal without a code what was said in its place', () => {
    const refused = decode({ family: 'api', api: 'b2c', phase: 'sync', code: 'http_403', message: 'Request Rejected' });
    expect(refused).toMatchObject({ code: 'http_403', category: 'provider_system', retryable: false });
    expect(refused.cause).toMatch(/HTTP 403 and said: Request Rejected$/);
  });

  it.each(['policies.ratelimit.SpikeArrestViolation', 'http_429'])(
    'says of %s, with which nothing was done, that it may be tried again',
    (code) => {
      const busy = { category: 'provider_system', retryable: true, title: 'Provider limits requests' };
      expect(decode({ family: 'api', api: 'stk_push', phase: 'sync', code, message: 'Slow down' })).toMatchObject(busy);
    },
  );

  it('keeps code and text of what it does not know, and never calls it retryable', () => {
    const decoded = decode({ family: 'stk', code: 'SFC_XX9', message: 'Odd\u0000 thing' });
    expect(decoded).toMatchObject({ code: 'SFC_XX9', category: 'unknown', retryable: false });
    expect(decoded.cause).toContain('SFC_XX9');
    expect(decoded.cause).toContain('Odd thing');
  });

  it('explains anything without throwing, in bounded length', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...families),
        fc.string(),
        fc.string({ maxLength: 2000 }),
        (family, code, message) => {
          const decoded = decode({ family, code, message });
          expect(decoded.cause.length).toBeLessThan(600);
          expect(decoded.customerMessage.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('wireCode', () => {
  it.each([
    ['0', 0],
    ['1032', 1032],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', '9007199254740992'],
    ['00', '00'],
    ['01032', '01032'],
    ['-1', '-1'],
    ['1.0', '1.0'],
    ['1e3', '1e3'],
    ['', ''],
    [' 1', ' 1'],
    ['500.001.1001', '500.001.1001'],
    ['SFC_IC0003', 'SFC_IC0003'],
  ])('sends %j as %j', (text, wire) => {
    expect(wireCode(text)).toBe(wire);
  });
});
