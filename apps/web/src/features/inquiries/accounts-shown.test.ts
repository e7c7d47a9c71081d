import { expect, it } from 'vitest';
import { accountsShown } from './accounts-shown.ts';

const account = (name: string, available: string | null) => ({ name, available, currency: 'KES' });
const namesOf = (accounts: Parameters<typeof accountsShown>[0]) => accountsShown(accounts).map(({ name }) => name);

it('names the accounts that hold money, no more than two', () => {
  const accounts = [
    account('Working', '700.00'),
    account('Float', '0.00'),
    account('Utility', '1250.00'),
    account('Charges', '-1540.00'),
    account('Settlement', '3.00'),
  ];
  expect(namesOf(accounts)).toEqual(['Working', 'Utility']);
});

it('names the first accounts when none holds money', () => {
  expect(namesOf([account('Working', '0.00'), account('Float', null), account('Utility', '0.00')])).toEqual([
    'Working',
    'Float',
  ]);
  expect(namesOf([])).toEqual([]);
});
