import type { AccountBalance } from '@tillgate/domain';
import { builder } from '../builder.ts';

export const AccountBalanceRef = builder.objectRef<AccountBalance>('AccountBalance').implement({
  description: 'The balance of one account of a shortcode. Amounts are in KES unless `currency` says otherwise.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name that the provider gives the account.' }),
    currency: t.exposeString('currency', { description: 'The currency, such as KES.' }),
    available: t.expose('available', {
      type: 'Money',
      nullable: true,
      description: 'The available balance. Null if it could not be read.',
    }),
    current: t.expose('current', {
      type: 'Money',
      nullable: true,
      description: 'The current balance. Null if the provider did not report it.',
    }),
    reserved: t.expose('reserved', {
      type: 'Money',
      nullable: true,
      description: 'The reserved amount. Null if the provider did not report it.',
    }),
    uncleared: t.expose('uncleared', {
      type: 'Money',
      nullable: true,
      description: 'The uncleared amount. Null if the provider did not report it.',
    }),
  }),
});
