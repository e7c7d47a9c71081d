import { eventHeaders, eventSchemas } from '@tillgate/domain/reading/event-types';
import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import texts from '../../../messages/en/event-types.json' with { type: 'json' };
import { fieldsOf, textKey } from './fields.ts';

describe('the fields of an event', () => {
  it('are all that its body may have, with their types and what they mean', () => {
    const fields = fieldsOf(z.toJSONSchema(eventSchemas['payment.failed']));
    const field = (path: string) => fields.find((one) => one.path === path);
    expect(fields.slice(0, 4).map(({ path }) => path)).toEqual(['type', 'created', 'data', 'data.paymentId']);
    expect(field('type')?.type).toBe('"payment.failed"');
    expect(field('data.paymentId')).toMatchObject({ type: 'uuid', isOptional: false });
    expect(field('data.providerReceipt')?.type).toBe('string | null');
    expect(field('data.env')?.type).toBe('"sandbox" | "production"');
    expect(field('data.resultCode')).toMatchObject({
      type: 'integer | string',
      description: expect.stringMatching(/0 means success/),
    });
    expect(field('data.decoded.customerMessage')?.description).toBe('A sentence that you can show to your customer.');
    expect(field('data.test')?.isOptional).toBe(true);
  });

  it('in lists and behind null are shown as well', () => {
    const paths = fieldsOf(z.toJSONSchema(eventSchemas['admin.account_balance'])).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['data.accounts', 'data.accounts[].available', 'data.decoded.code']));
  });

  it.each(Object.keys(eventSchemas) as (keyof typeof eventSchemas)[])('of %s have a type that is known', (type) => {
    const fields = fieldsOf(z.toJSONSchema(eventSchemas[type]));
    expect(fields.filter(({ type: kind }) => /any|undefined/.test(kind))).toEqual([]);
  });
});

it('the English texts of types and headers are those of the contract', () => {
  const t = createTranslator({ locale: 'en', messages: texts });
  const types = Object.entries(eventSchemas).map(([type, schema]) => [textKey(type), schema.meta()?.description]);
  expect(texts.types).toEqual(Object.fromEntries(types));
  const said = eventHeaders.map(({ name }) => t(`headerTexts.${name}` as never));
  expect(said).toEqual(eventHeaders.map(({ description }) => description.replaceAll('`', '')));
});
