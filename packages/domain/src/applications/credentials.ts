import type { Environment, Product } from '@tillgate/db';
import type { Issue } from '../kernel/errors.ts';
import { issue } from '../kernel/input.ts';
import { applicationIssues } from './refusals.ts';

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
  const found: Issue[] = [];
  if (!stored) {
    for (const path of ['product', 'shortcode', 'consumerKey', 'consumerSecret', 'passkey'] as const) {
      if (given[path] === undefined) found.push(issue(path, applicationIssues.neededFirst));
    }
  }
  const product = given.product ?? stored?.product;
  const till = given.tillNumber ?? stored?.tillNumber ?? null;
  if (product === 'till' && till === null) found.push(issue('tillNumber', applicationIssues.tillNeeded));
  if (product === 'paybill' && given.tillNumber) {
    found.push(issue('tillNumber', applicationIssues.tillOfPaybill));
  }
  const password = given.initiatorPassword;
  if (given.environment === 'production' && password !== undefined && !productionPassword.test(password)) {
    found.push(issue('initiatorPassword', applicationIssues.initiatorCharacters));
  }
  return found;
}
