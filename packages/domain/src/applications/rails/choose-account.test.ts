import { describe, expect, it } from 'vitest';
import type { RailAccount, RailName } from '../../rails/index.ts';
import { decideAccount, type EndedPayment } from './choose-account.ts';

const account = (rail: RailName) => ({ rail }) as RailAccount;
const [mpesa, airtel] = [account('mpesa'), account('airtel')];
const ended = (rail: RailName, status: 'success' | 'failed', resultCode = '0', resultDesc = ''): EndedPayment => ({
  rail,
  status,
  resultCode,
  resultDesc,
});
const noWallet = ended('airtel', 'failed', 'DP00800001010', 'Payee is barred');
const notFound = ended('airtel', 'failed', 'DP00800001005', 'Msisdn Not Found');
const noPin = ended('airtel', 'failed', 'DP00800001005', 'The PIN was not entered');

const mpesaNumber = '254712345678';
const airtelNumber = '254733123456';

describe('with several accounts, the network is', () => {
  it.each<[string, RailName, string, string, EndedPayment[], RailName]>([
    ['the default', 'default', mpesaNumber, 'of a phone that nobody knows', [], 'mpesa'],
    ['that of the number', 'number', airtelNumber, 'of a phone that nobody knows', [], 'airtel'],
    ['where it paid', 'paid_before', airtelNumber, 'that was taken along', [ended('mpesa', 'success')], 'mpesa'],
    ['where it paid', 'paid_before', mpesaNumber, 'that was taken along', [ended('airtel', 'success')], 'airtel'],
    [
      'where it paid last',
      'paid_before',
      mpesaNumber,
      'that has moved',
      [ended('airtel', 'success'), ended('mpesa', 'success')],
      'airtel',
    ],
    ['where it may be', 'elsewhere', airtelNumber, 'without a wallet there', [noWallet], 'mpesa'],
    ['where it may be', 'elsewhere', airtelNumber, 'that was not found there', [notFound], 'mpesa'],
    ['that of the number', 'number', airtelNumber, 'whose owner typed no PIN', [noPin], 'airtel'],
    [
      'not where its wallet was once',
      'elsewhere',
      airtelNumber,
      'whose wallet is gone',
      [noWallet, ended('airtel', 'success')],
      'mpesa',
    ],
    [
      'where it paid after a refusal',
      'paid_before',
      airtelNumber,
      'that got a wallet',
      [ended('airtel', 'success'), noWallet],
      'airtel',
    ],
    [
      'that of the number',
      'number',
      airtelNumber,
      'that failed at the other',
      [ended('mpesa', 'failed', '1')],
      'airtel',
    ],
  ] as never)('%s (%s) for %s, %s', (_network, reason, phone, _which, past, rail) => {
    const chosen = decideAccount({ first: mpesa, others: [airtel] }, phone as string, past as EndedPayment[]);
    expect([chosen.account.rail, chosen.reason]).toEqual([rail, reason]);
  });

  it('the default of the application, whichever that is', () => {
    const chosen = decideAccount({ first: airtel, others: [mpesa] }, mpesaNumber, []);
    expect([chosen.account.rail, chosen.reason]).toEqual(['airtel', 'default']);
  });

  it.each([
    ['254730000000', true],
    ['254739999999', true],
    ['254750000000', true],
    ['254756999999', true],
    ['254757000000', false],
    ['254780000000', true],
    ['254783000000', false],
    ['254784999999', false],
    ['254785000000', true],
    ['254789999999', true],
    ['254790000000', false],
    ['254100000000', true],
    ['254106999999', true],
    ['254107000000', false],
    ['254110000000', false],
    ['254729999999', false],
    ['2547300000000', false],
  ])('sure of %s: %s', (phone, isSure) => {
    expect(decideAccount({ first: mpesa, others: [airtel] }, phone, []).reason).toBe(isSure ? 'number' : 'default');
  });
});
