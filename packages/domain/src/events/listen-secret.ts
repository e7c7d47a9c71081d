import { createHmac } from 'node:crypto';
import { secretPrefix } from '../endpoints/index.ts';

const purpose = 'tillgate listen';

/**
 * The signing secret of whoever listens with a sandbox API key. Both ends have the key, so both can make it, and nothing
 * needs to be stored or sent. It may stand in an application's settings and on a screen: nobody gets from it back to the
 * key, it signs sandbox events for their own merchant and nothing else, and with the key it ends.
 */
export function listenSecret(apiKey: string): string {
  return secretPrefix + createHmac('sha256', apiKey).update(purpose).digest('base64');
}
