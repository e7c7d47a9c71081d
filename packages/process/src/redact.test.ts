import { describe, expect, it } from 'vitest';
import { redactLine } from './redact.ts';

const secrets = [
  ...[
    '254712345678',
    '+254112345678',
    '0712345678',
    'SKL7X0P2QA',
    'UKTQWERTYZ',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ],
  ...['mp_test_0123456789abcdefghijklmnopqrstuvwxyz', 'jane.doe@shop.example', 'Bearer abc.def-123', 'x://a:pa55@db/t'],
];
const harmless = [
  'listening',
  'req_01a22f05-0f98-72d0-b94e-7d47d12de86f',
  '/payments/:id',
  '2026-03-01T07:12:34.567Z',
  '',
];
/** What may stand beside a secret; JSON escapes half of them. */
const neighbours = ['', ' ', '(', ',', ':', '/', '=', '"', '\\', '\n', '\t', '\u0001', 'é', '\u2028', '{', '}', '":"'];
/** Any character that JSON escapes has a line read as a whole. */
const escaped = { escaped: '\\' };

describe('a line', () => {
  const texts = [...secrets, ...harmless].flatMap((text) =>
    neighbours.flatMap((before) => neighbours.map((after) => `${before}${text}${after}`)),
  );

  it.each([
    ['as a text', (text: string) => ({ level: 30, note: text, msg: 'seen' })],
    ['in a list', (text: string) => ({ level: 30, notes: ['a', text], count: 3 })],
    ['below a secret name', (text: string) => ({ at: { phone: [text], reply: { token: text, n: 254712345678 } } })],
    ['as a name', (text: string) => ({ [text]: 'x', passKEY: 5 })],
  ])('says the same, whether or not something in it is escaped: %s', (_where, fields) => {
    for (const text of texts) {
      const short = JSON.parse(redactLine(`${JSON.stringify(fields(text))}\n`));
      const whole = JSON.parse(redactLine(`${JSON.stringify({ ...fields(text), ...escaped })}\n`));
      expect({ ...short, ...escaped }).toEqual(whole);
    }
  });

  it('that hides nothing stays as it is, to the byte', () => {
    const line = '{"level":30,"requestId":"req_1","status":200,"ms":1.50,"list":[1,2],"msg":"request"}\n';
    expect(redactLine(line)).toBe(line);
  });
});
