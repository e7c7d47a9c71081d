import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verbInput, withoutTenant } from './verb-input.ts';

const schema = z.strictObject({
  applicationId: z.uuid(),
  environment: z.enum(['sandbox', 'production']).optional(),
  name: z
    .string({ error: 'must be a text' })
    .transform((text) => text.trim())
    .refine((text) => text !== '', { error: 'must not be empty' }),
  since: z.date({ error: 'must be a date' }).optional(),
  limit: z.int({ error: 'must be a whole number' }).default(20),
});
const input = verbInput(schema);

describe('the input of a verb', () => {
  it('is handed on as it came, with moments as dates', () => {
    expect(input.parse({ name: ' Shop ', since: '2026-03-01T10:00:00+03:00' })).toEqual({
      name: ' Shop ',
      since: new Date('2026-03-01T07:00:00Z'),
    });
  });

  it('never holds a tenant or a field that the verb does not know', () => {
    const given = { applicationId: 'of others', environment: 'production', organizationId: 'x', name: 'a', other: 1 };
    expect(input.parse(given)).toEqual({ name: 'a' });
  });

  it.each([
    [{ name: ' ' }, ['name'], 'must not be empty'],
    [{}, ['name'], 'must be a text'],
    [{ name: 'a', since: '2026-03-01' }, ['since'], 'must be a date'],
    [{ name: 'a', limit: 'all' }, ['limit'], 'must be a whole number'],
  ])('%o is refused in the words of the verb', (given, path, message) => {
    expect(input.safeParse(given).error?.issues).toMatchObject([{ path, message }]);
  });
});

it('what a verb is called with has no tenant in it', () => {
  expect(withoutTenant({ applicationId: 'a', environment: 'sandbox', name: 'b' })).toEqual({ name: 'b' });
});
