import { expect, it } from 'vitest';
import { z } from 'zod';
import { BrokenRow, readStored } from './stored.ts';

const schema = z.object({ phone: z.string(), sums: z.array(z.number()) });
const read = (json: unknown) => readStored(schema, json, 'The row 7');

it('a row that fits is parsed', () => {
  expect(read({ phone: '254712345678', sums: [1], more: true })).toEqual({ phone: '254712345678', sums: [1] });
});

it('a broken row is named with the places that do not fit, and without their values', () => {
  const error = new BrokenRow('The row 7 cannot be read at phone, sums.1.');
  expect(() => read({ phone: 254712345678, sums: [1, '2'] })).toThrow(error);
});

it.each([[null], ['text'], [[]]])('%j is broken as a whole', (json) => {
  expect(() => read(json)).toThrow(new BrokenRow('The row 7 cannot be read.'));
});
