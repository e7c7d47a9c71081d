import { createHmac } from 'node:crypto';
import { secretPrefix } from '../endpoints/index.ts';

const purpose = 'tillgate listen';

/**
 * The secret that signs events for a person who listens with a sandbox API key. Both sides derive it from the key, so it
 * is neither stored nor sent. The key cannot be derived from it, so it may be shown in settings and on screens.
 */
export function listenSecret(apiKey: string): string {
  return secretPrefix + createHmac('sha256', apiKey).update(purpose).digest('base64');
}
