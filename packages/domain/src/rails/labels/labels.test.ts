import { expect, it } from 'vitest';
import { normaliseMsisdn } from '../../kernel/phone.ts';
import { traitsOf } from '../index.ts';
import { type RailName, railNames, railsLabel, samplePhone } from './index.ts';

it.each([
  [['mpesa'], 'M-PESA', 'M-PESA'],
  [['airtel'], 'Airtel Money', 'Airtel Money'],
  [['mpesa', 'airtel'], 'M-PESA or Airtel Money', 'M-PESA au Airtel Money'],
  [['airtel', 'mpesa'], 'Airtel Money or M-PESA', 'Airtel Money au M-PESA'],
  [['mpesa', 'airtel', 'pigeon'], 'M-PESA, Airtel Money or pigeon', 'M-PESA, Airtel Money au pigeon'],
  [[], 'M-PESA or Airtel Money', 'M-PESA au Airtel Money'],
] as const)('an application with %j uses %s, or %s', (rails, english, swahili) => {
  expect([railsLabel(rails, 'en'), railsLabel(rails, 'sw')]).toEqual([english, swahili]);
});

it.each(railNames)('the number in a form of %s is one that it gives out', (rail) => {
  const phone = normaliseMsisdn(samplePhone([rail])) ?? '';
  expect(phone).toMatch(/^254/);
  const other = (railNames as RailName[]).filter((name) => name !== rail);
  expect(traitsOf[rail].ownNumbers?.test(phone) ?? true).toBe(true);
  for (const name of other) expect(traitsOf[name].ownNumbers?.test(phone) ?? false).toBe(false);
});
