import type { AccountBalance } from '@tillgate/domain';
import { builder } from '../builder.ts';

export const AccountBalanceRef = builder.objectRef<AccountBalance>('AccountBalance').implement({
  description: 'An account of a shortcode and its money, in KES unless `currency` says otherwise.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the account, in words of the provider.' }),
    currency: t.exposeString('currency', { description: 'The currency, such as KES.' }),
    available: t.expose('available', { type: 'Money', description: 'What can be spent.' }),
    current: t.expose('current', { type: 'Money', nullable: true, description: 'The current balance, when told.' }),
    reserved: t.expose('reserved', { type: 'Money', nullable: true, description: 'What is reserved, when told.' }),
    uncleared: t.expose('uncleared', {
      type: 'Money',
      nullable: true,
      description: 'What is not cleared, when told.',
    }),
  }),
});
