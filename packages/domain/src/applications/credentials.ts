import type { Environment, Product } from '@tillgate/db';
import type { Issue } from '../kernel/errors.ts';

/** What the provider needs to know us by, as people name it. */
export const secretNames = ['consumerKey', 'consumerSecret', 'passkey', 'initiatorPassword'] as const;
export type SecretName = (typeof secretNames)[number];

type CredentialsShape = {
  environment: Environment;
  product?: Product;
  shortcode?: string;
  tillNumber?: string | null;
  consumerKey?: string;
  consumerSecret?: string;
  passkey?: string;
  initiatorPassword?: string;
};

/** The provider's portal allows letters, digits and these in an initiator password. */
const productionPassword = /^[A-Za-z0-9#&%$]+$/;

/**
 * What is wrong with credentials as a whole. `stored` is the product and till number on record, when there are any: what
 * is not given is kept only then.
 */
export function credentialIssues(
  given: CredentialsShape,
  stored: { product: Product; tillNumber: string | null } | undefined,
): Issue[] {
  const issues: Issue[] = [];
  if (!stored) {
    for (const path of ['product', 'shortcode', 'consumerKey', 'consumerSecret', 'passkey'] as const) {
      if (given[path] === undefined) issues.push({ path, message: 'is needed: nothing is set yet' });
    }
  }
  const product = given.product ?? stored?.product;
  const till = given.tillNumber ?? stored?.tillNumber ?? null;
  if (product === 'till' && till === null) issues.push({ path: 'tillNumber', message: 'is needed for a till' });
  if (product === 'paybill' && given.tillNumber) {
    issues.push({ path: 'tillNumber', message: 'does not belong to a paybill' });
  }
  const password = given.initiatorPassword;
  if (given.environment === 'production' && password !== undefined && !productionPassword.test(password)) {
    issues.push({
      path: 'initiatorPassword',
      message: 'may only have letters, digits and # & % $ (a rule of the provider)',
    });
  }
  return issues;
}
