import type { Category } from './entry.ts';

/** Who can end the cause of a result. `merchant`: the person who keeps the settings and accounts of the application. */
export type Party = 'customer' | 'merchant' | 'provider' | 'nobody';

const parties: Record<Category, readonly Party[]> = {
  success: ['nobody'],
  pending: ['nobody'],
  balance: ['customer'],
  customer: ['customer'],
  // A limit of the account that pays, or of the one that receives.
  limit: ['customer', 'merchant'],
  your_setup: ['merchant'],
  provider_system: ['provider'],
  unknown: ['provider'],
};

/** Who must act after a result of a category. */
export function responsibleFor(category: Category): Party[] {
  return [...parties[category]];
}
