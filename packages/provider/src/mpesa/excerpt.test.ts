import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from '../kit/excerpt.ts';
import { parseObject } from '../kit/json.ts';
import { foreignAnswers } from './foreign-answers.fixture.ts';

const excerpt = (text: string) => excerptOf({ json: parseObject(text), text });

describe('an excerpt of a foreign body', () => {
  it.each(foreignAnswers)('has what $from says', ({ body, said }) => {
    expect(excerpt(body)).toBe(said);
  });

  it.each<[string, string, string]>([
    ['nothing of an empty body', '', ''],
    ['nothing of blanks', ' \r\n\t ', ''],
    ['nothing of JSON without a sentence', '{"status":"error","code":17,"data":{"id":"x"}}', ''],
    ['nothing of null', 'null', ''],
    ['nothing of an empty object', '{}', ''],
    ['the message in whatever case its name has', '{"Message":"An error has occurred."}', 'An error has occurred.'],
    ['a sentence and its details', '{"message":"Invalid.","errors":["Amount is text"]}', 'Invalid. Amount is text'],
    [
      'the sentence of a SOAP fault in JSON, in its envelope',
      JSON.stringify({
        Envelope: {
          encodingStyle: 'http://schemas.xmlsoap.org/soap/encoding/',
          Body: {
            Fault: {
              faultcode: 'soap:Server',
              faultstring: 'Execution of ServiceCallout SCO-AddURLVault failed.',
              faultactor: {},
              detail: { source: { errorcode: 'steps.servicecallout.ExecutionFailed' } },
            },
          },
        },
      }),
      'Execution of ServiceCallout SCO-AddURLVault failed.',
    ],
    ['a sentence in an envelope with other names', '{"id":"x","result":{"inner":{"message":"Closed."}}}', 'Closed.'],
    ['no ids of an envelope', '{"result":{"ids":["a","b"],"data":{"id":"x"}}}', ''],
    ['no sentence twice', '{"message":"Invalid","errors":["Invalid"]}', 'Invalid'],
    ['no script, also one that does not end', 'Sorry<script>steal()', 'Sorry'],
    ['no comment', 'A<!-- build 17 -->B', 'A B'],
    ['no attributes', '<p class="a b" onclick=\'x()\'>Sorry</p>', 'Sorry'],
    ['text that only looks like a tag', 'the amount < 10 and > 5', 'the amount < 10 and > 5'],
    [
      'entities as characters',
      'Caf&eacute; &lt;b&gt; &amp; &#8220;x&#x201D; &#xD800;&#x110000; &unknown;',
      'Caf&eacute; <b> & “x” \ufffd &unknown;',
    ],
    ['nothing of half a JSON body', '{"CheckoutRequestID":"ws_CO_23112026101500123712345678","Cust', ''],
    ['a dictionary of Python', "{'error': 'Amount is text'}", "{'error': 'Amount is text'}"],
    ['no control or invisible characters', 'a\u0000b\u202ec\u200bd\u0007e', 'a bcd e'],
    ['nothing of bytes that are no text', new TextDecoder().decode(gzipSync('Request Rejected')), ''],
    ['no half characters', '\ud800a', '\ufffda'],
  ])('has %s', (_what, body, said) => {
    expect(excerpt(body)).toBe(said);
  });

  it('has at most 200 characters, and ends with a whole one', () => {
    expect(excerpt('x'.repeat(5_000))).toBe('x'.repeat(200));
    expect(excerpt(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199));
  });

  it('of any body is short, in one line and without tags, and never throws', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '<script>',
      '</script>',
      '<b',
      '&#',
      'x41;',
      '{"message":',
      '"',
      '\\u00',
      '\n',
    );
    const body = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.array(fc.oneof(part, fc.string())).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(body, (text) => {
        const said = excerpt(text);
        expect(said.length).toBeLessThanOrEqual(200);
        expect(said).toBe(said.trim());
        expect(said).not.toMatch(/[\p{Cc}\p{Cs}]|\s\s/u);
      }),
    );
  });

  it('of a hostile body takes no more time than its length', () => {
    const hostile = ['<script>', '<!--', '<a ', '&#x', '[', '{"message":', '\\u00'];
    for (const piece of hostile) expect(excerpt(piece.repeat(200_000)).length).toBeLessThanOrEqual(200);
  });
});
