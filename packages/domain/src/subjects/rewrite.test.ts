import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldIn, rewriteBytes, rewriterOf } from './rewrite.ts';
import { erasedName, erasedPhone } from './subject.ts';

const phone = '254712345678';

describe('rewriterOf', () => {
  it.each([
    ['a name in a sentence', 'Thank you, Jane!', 'Thank you, Erased!'],
    ['a name within a word', 'Janette', 'Janette'],
    ['a number in a sentence', 'call 0712 345 678 now', 'call 254000000000 now'],
    ['a member', '{"customer":"Jane","Jane":"x"}', '{"customer":"Erased","Jane":"x"}'],
    ['spaces and numbers of a document', '{ "n" : 1.00,"who":"JANE" }', '{ "n" : 1.00,"who":"Erased" }'],
    ['a number as a number', '{"phone":254712345678,"to":712345678}', '{"phone":254000000000,"to":254000000000}'],
    [
      'a sum that looks like the number',
      '{"amount":712345678,"OrgAccountBalance":"712345678.00"}',
      '{"amount":712345678,"OrgAccountBalance":"712345678.00"}',
    ],
    ['the number where a sum belongs', '{"amount":"0712345678"}', '{"amount":"254000000000"}'],
    ['a code', '{"status":"Jane","type":"payment.Jane"}', '{"status":"Jane","type":"payment.Jane"}'],
    ['a code or a sentence', '{"reason":"jane","error":"for Jane"}', '{"reason":"jane","error":"for Erased"}'],
    ['an id', '{"orderId":"0712345678"}', '{"orderId":"254000000000"}'],
    [
      'a list of the provider',
      '[{"Key":"Jane","Value":"Jane"},{"Key":"TransactionStatus","Value":"Jane"}]',
      '[{"Key":"Jane","Value":"Erased"},{"Key":"TransactionStatus","Value":"Jane"}]',
    ],
    [
      'JSON in JSON',
      '{"raw":"{\\"status\\":\\"Jane\\",\\"who\\":\\"Jane\\"}"}',
      '{"raw":"{\\"status\\":\\"Jane\\",\\"who\\":\\"Erased\\"}"}',
    ],
    ['escaped letters', '{"who":"\\u004aane \\u0022J\\u0022"}', '{"who":"Erased \\"J\\""}'],
    [
      'a document that was cut',
      '{"status":"Jane","who":"Jane","note":"Ja…',
      '{"status":"Jane","who":"Erased","note":"Ja…',
    ],
    ['no JSON that looks like it', '{Jane: Jane', '{Erased: Erased'],
    ['a value alone', '"Jane"', '"Erased"'],
    ['true', 'true', 'true'],
  ])('%s', (_what, text, rewritten) => {
    expect(rewriterOf({ phone, names: ['Jane', 'A', '345', '345.00', 'true'] })(text)).toBe(rewritten);
  });

  it.each([
    ['/payments/jane?accountRef=Jane&status=jane', 'address', '/payments/jane?accountRef=Erased&status=jane'],
    ['/payments?phone=%2B254712345678', 'address', '/payments?phone=254000000000'],
    ['reference=Jane+Doe&status=jane&from', 'query', 'reference=Erased%20Doe&status=jane&from'],
    ['Jane called', 'query', 'Erased called'],
    ['Jane called', 'address', 'Erased called'],
  ] as const)('%s as %s', (text, form, rewritten) => {
    expect(rewriterOf({ phone, names: ['Jane'] })(text, form)).toBe(rewritten);
  });

  it('one part of a name that is a code, a sum or a letter goes where a name stands, and nowhere else', () => {
    const rewrite = rewriterOf({ phone, names: ['SUCCESS', 'AMOUNT', '345', 'A'] });
    const text = '{"FirstName":"SUCCESS","MiddleName":"AMOUNT","LastName":"345","TransAmount":"345.00","plan":"A"}';
    expect(rewrite(text)).toBe(
      '{"FirstName":"Erased","MiddleName":"Erased","LastName":"Erased","TransAmount":"345.00","plan":"A"}',
    );
  });

  it('bytes stay bytes', () => {
    const rewrite = rewriterOf({ phone, names: ['José'] });
    const latin = Buffer.from('José ÿ', 'latin1');
    expect(rewriteBytes(latin, rewrite)).toEqual(Buffer.from('Erased ÿ', 'latin1'));
    expect(rewriteBytes(Buffer.from('\ufeff{"who":"José"}'), rewrite).toString()).toBe('\ufeff{"who":"Erased"}');
  });

  it('a document that is very deep is read', () => {
    const deep = `${'['.repeat(50_000)}"Jane"${']'.repeat(50_000)}`;
    expect(rewriterOf({ phone, names: ['Jane'] })(deep)).toBe(deep.replace('Jane', 'Erased'));
  });
});

it.each([
  ['FirstName', 'name'],
  ['last_name', 'name'],
  ['TransAmount', 'figure'],
  ['created', 'figure'],
  ['MpesaReceiptNumber', 'code'],
  ['TransID', 'code'],
  ['CallBackURL', 'code'],
  ['resultCode', 'code'],
  ['ResultDesc', 'words'],
  ['BillRefNumber', 'words'],
  ['customer', 'words'],
] as const)('%s holds a %s', (field, holds) => {
  expect(heldIn(field, 'x')).toBe(holds);
});

/** The keys, numbers and types of a document, and its codes. */
function skeleton(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return ['code', 'figure'].includes(heldIn(field, value)) ? value : 'a text';
  if (Array.isArray(value)) return value.map((each) => skeleton(each, field));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, skeleton(inner, name)]));
}

const strange = fc.oneof(
  fc.constantFrom('SUCCESS', 'success', 'AMOUNT', 'amount', 'status', 'type', 'payment', 'KES', 'Key', 'Value', 'Name'),
  fc.constantFrom(
    '345',
    '345.00',
    '1',
    'A',
    'e',
    'true',
    'null',
    'Pay',
    'Bill',
    '{',
    '}',
    '":"',
    '",',
    '\\',
    '\\u0041',
  ),
  fc.constantFrom('TransAmount', 'FirstName', 'TKM7123456', '20261120230907', 'Working Account'),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
);

it('whatever a customer is called, a document keeps all but their number and name', () => {
  fc.assert(
    fc.property(fc.array(strange, { minLength: 1, maxLength: 4 }), fc.string(), fc.integer(), (names, text, sum) => {
      const [first = '', ...more] = names;
      const confirmation = {
        TransactionType: 'Pay Bill',
        TransID: 'TKM7123456',
        TransTime: '20261120230907',
        TransAmount: '345.00',
        MSISDN: phone,
        FirstName: first,
        MiddleName: more[0] ?? '',
      };
      const event = {
        type: 'payment.success',
        created: 1_795_736_581,
        data: { status: 'success', amount: 345, env: 'sandbox', currency: 'KES', phone, points: sum, isNew: true },
        metadata: { [first]: text, said: `${text} ${phone}`, list: [text, sum, null, { Key: 'Amount', Value: sum }] },
      };
      const rewrite = rewriterOf({ phone, names: [...names, 'Wanjiku'] });
      for (const document of [confirmation, event, { nested: JSON.stringify(event), who: 'Jane Wanjiku' }]) {
        const rewritten: unknown = JSON.parse(rewrite(JSON.stringify(document)));
        expect(skeleton(rewritten)).toEqual(skeleton(JSON.parse(JSON.stringify(document))));
        expect(JSON.stringify(rewritten)).not.toMatch(/254712345678|Wanjiku/);
      }
      const told: unknown = JSON.parse(rewrite(JSON.stringify(confirmation)));
      expect(told).toMatchObject({ FirstName: erasedName, MSISDN: erasedPhone, TransAmount: '345.00' });
    }),
  );
});
