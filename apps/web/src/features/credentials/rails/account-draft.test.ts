import { expect, it } from 'vitest';
import type { AccountField, RailAccount, RailStatus } from '../types.ts';
import { type AccountDraft, changesOf, draftOf, toggleRemoved } from './account-draft.ts';

const secret = (name: string, beside: string | null = null): AccountField => ({
  of: 'secrets',
  name,
  isNeeded: name === 'clientId',
  hasLines: false,
  beside,
});
const [pin, pinKey] = [secret('pin', 'pinKey'), secret('pinKey', 'pin')];
const parts: RailStatus['parts'] = [
  { purpose: 'access', fields: [secret('clientId')] },
  {
    purpose: 'more',
    fields: [pin, pinKey, { of: 'settings', name: 'signs', values: null, preset: false }],
  },
];
const none = { parts, account: null };
const stored = {
  parts,
  account: {
    number: '450123',
    settings: { signs: true },
    secretsSet: ['clientId', 'pin', 'pinKey'],
  } as Partial<RailAccount> as RailAccount,
};
const typed = (change: Partial<AccountDraft>, status: typeof none | typeof stored = stored) =>
  changesOf({ ...draftOf(status), ...change }, status);

it('nothing typed changes nothing, and spaces are nothing', () => {
  expect(typed({})).toEqual({});
  expect(typed({ secrets: { pin: '  ' } })).toEqual({});
});

it('what is typed is sent alone, without spaces around it', () => {
  expect(typed({ secrets: { clientId: ' id ' } })).toEqual({ secrets: { clientId: 'id' } });
  expect(typed({ number: ' 450999 ' })).toEqual({ number: '450999' });
  expect(typed({ settings: { signs: false } })).toEqual({ settings: { signs: false } });
});

it('the first time settings are sent when they are not the presets', () => {
  expect(typed({ number: '450123', secrets: { clientId: 'id' } }, none)).toEqual({
    number: '450123',
    secrets: { clientId: 'id' },
  });
  expect(typed({ settings: { signs: true } }, none)).toEqual({ settings: { signs: true } });
});

it('an emptied number keeps what is stored', () => {
  expect(typed({ number: '' })).toEqual({});
});

it('a secret is removed with the one that works only with it, and what was typed in it is not sent', () => {
  const removing = toggleRemoved({ ...draftOf(stored), secrets: { pin: '4711' } }, pin, stored);
  expect(changesOf(removing, stored)).toEqual({ secrets: { pin: null, pinKey: null } });
  expect(changesOf(toggleRemoved(removing, pinKey, stored), stored)).toEqual({ secrets: { pin: '4711' } });
});
