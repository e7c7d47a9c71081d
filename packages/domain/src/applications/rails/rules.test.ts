import { describe, expect, it } from 'vitest';
import { accountFields, accountParts, accountRules, otherRails } from './index.ts';

describe.each(otherRails)('the form of %s', (rail) => {
  it('has every setting and every secret once', () => {
    const { settings, needed, others } = accountFields(rail);
    const names = accountParts(rail).flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(names.toSorted()).toEqual([...settings, ...needed, ...others].toSorted());
  });

  it('begins with what no account works without', () => {
    const [first] = accountParts(rail);
    expect(first?.fields.every((field) => field.of === 'secrets' && field.isNeeded)).toBe(true);
  });

  it('presets what the rules preset', () => {
    const presets = accountParts(rail).flatMap(({ fields }) =>
      fields.flatMap((field) => (field.of === 'settings' ? [[field.name, field.preset]] : [])),
    );
    expect(Object.fromEntries(presets)).toEqual(accountRules[rail].settings.parse({}));
  });
});

it('says of a field what it takes', () => {
  expect(accountParts('airtel').flatMap(({ fields }) => fields)).toEqual(
    expect.arrayContaining([
      { of: 'secrets', name: 'clientId', isNeeded: true, hasLines: false, beside: null },
      { of: 'secrets', name: 'pin', isNeeded: false, hasLines: false, beside: 'pinKey' },
      { of: 'secrets', name: 'pinKey', isNeeded: false, hasLines: true, beside: 'pin' },
      { of: 'settings', name: 'signs', values: null, preset: false },
      { of: 'settings', name: 'payoutVersion', values: ['v1', 'v2'], preset: 'v2' },
    ]),
  );
});
