import { expect, it } from 'vitest';
import { DomainError } from '../kernel/errors.ts';
import { readPhoneFile } from './read-phone-file.ts';

const now = new Date('2026-03-01T12:00:00Z');
const read = (...lines: string[]) => readPhoneFile(`phone,list,until,reason\n${lines.join('\n')}\n`, now);

it('reads phones in any usual form, with an end or without one', async () => {
  expect(
    await read(
      '0712 345 678,block,,chargeback',
      '+254712345679,Block,2026-03-31,"fraud, twice"',
      '712345670,block,31/03/2026 18:00,fraud',
    ),
  ).toEqual({
    problems: [],
    rows: [
      { row: 2, phone: '254712345678', until: null, reason: 'chargeback' },
      { row: 3, phone: '254712345679', until: new Date('2026-03-31T21:00:00Z'), reason: 'fraud, twice' },
      { row: 4, phone: '254712345670', until: new Date('2026-03-31T15:00:00Z'), reason: 'fraud' },
    ],
  });
});

it.each([
  ['0712345678,allow,,x', 'rowAllows'],
  ['0712345678,,,x', 'rowList'],
  ['071234567,block,,x', 'rowPhone'],
  ['0712345678,block,soon,x', 'rowUntil'],
  ['0712345678,block,2026-02-28,x', 'rowUntil'],
  ['0712345678,block,2100-06-01,x', 'rowUntil'],
  ['0712345678,block,,', 'rowReason'],
  ['0712345678,block,,called 0712345678', 'rowReason'],
  [`0712345678,block,,${'x'.repeat(201)}`, 'rowReason'],
  ['0711111111,block,,again', 'rowPhoneTwice'],
])('names the row %s: %s', async (line, name) => {
  const { rows, problems } = await read('0711111111,block,,x', line);
  expect(rows).toHaveLength(1);
  expect(problems).toMatchObject([{ row: 3, why: { name, values: { row: 3 } } }]);
});

it.each([
  ['a,b\n1,2', 'listColumns'],
  ['phone,list,reason\n', 'listEmpty'],
  ['%PDF-1.7\n', 'notPhoneList'],
  ['', 'fileEmpty'],
])('is refused when it is no list: %s', async (csv, name) => {
  const refusal = await readPhoneFile(csv, now).catch((error: unknown) => error);
  expect(refusal instanceof DomainError && refusal.extras.issues?.[0]?.name).toBe(name);
});
