import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlainHashOf, phoneLikeness } from './phone-likeness.ts';

const ours = '254712345126';
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

it.each([
  ['plain', '254712345126', 'same'],
  ['plain with a plus', '+254712345126', 'same'],
  ['plain as dialled', '0712 345 126', 'same'],
  ['another plain number', '254712345127', 'different'],
  ['digits that are no Kenyan number', '4471234567', 'different'],
  ['a mask with spaces', '2547 ***** 126', 'masked_same'],
  ['a mask without spaces', '25471****126', 'masked_same'],
  ['a mask as dialled', '0712***126', 'masked_same'],
  ['a longer mask', '2547********126', 'masked_same'],
  ['a mask with another end', '2547 ***** 127', 'different'],
  ['a mask with another beginning', '2541 ***** 126', 'different'],
  ['a mask whose ends overlap', '254712345*345126', 'different'],
  ['a mask that shows nothing', '************', 'unknown'],
  ['a mask that shows two digits', '2**********6', 'unknown'],
  ['a mask that shows what all numbers begin with', '2547********', 'unknown'],
  ['the same with the country alone', '254*********', 'unknown'],
  ['a hash of the number', sha('254712345126'), 'same'],
  ['a hash in capitals', sha('254712345126').toUpperCase(), 'same'],
  ['a hash of the number with a plus', sha('+254712345126'), 'same'],
  ['a hash of the number as dialled', sha('0712345126'), 'same'],
  ['a hash that was cut short', sha('254712345126').slice(0, 62), 'same'],
  ['a hash of something else, or made in another way', sha('254700000000'), 'unknown'],
  ['nothing', '', 'unknown'],
  ['spaces', '   ', 'unknown'],
  ['any other text', 'anonymous', 'unknown'],
] as const)('%s', (_form, sent, likeness) => {
  expect(phoneLikeness(sent, ours)).toBe(likeness);
});

it.each([
  ['a whole hash of another number', sha('254700000000'), 'different'],
  ['a hash of the number', sha('254712345126'), 'same'],
  ['a hash of the number in another spelling', sha('0712345126'), 'same'],
  ['a hash of another number that was cut short', sha('254700000000').slice(0, 62), 'unknown'],
  ['nothing', '', 'unknown'],
] as const)('where hashes are known to have no salt: %s', (_form, sent, likeness) => {
  expect(phoneLikeness(sent, ours, true)).toBe(likeness);
});

it('a whole hash of a known number tells whether there is salt', () => {
  expect(isPlainHashOf(sha(ours), ours)).toBe(true);
  expect(isPlainHashOf(sha(`+${ours}`).toUpperCase(), ours)).toBe(true);
  expect(isPlainHashOf(sha(`salt${ours}`), ours)).toBe(false);
  for (const sent of [sha(ours).slice(0, 62), '2547 ***** 126', ours, '']) {
    expect(isPlainHashOf(sent, ours), sent).toBeUndefined();
  }
});

it('a number is like itself however much of it is hidden, and never throws', () => {
  const phone = fc.stringMatching(/^254[71][0-9]{8}$/);
  fc.assert(
    fc.property(phone, fc.nat(8), fc.nat(8), (number, head, tail) => {
      const hidden = Math.max(1, 12 - head - tail);
      const mask = number.slice(0, head) + '*'.repeat(hidden) + number.slice(12 - Math.min(tail, 12 - head - 1 || 1));
      expect(['same', 'masked_same', 'unknown']).toContain(phoneLikeness(mask.slice(0, 12), number));
    }),
  );
  fc.assert(fc.property(fc.string(), phone, (text, number) => void phoneLikeness(text, number)));
});
