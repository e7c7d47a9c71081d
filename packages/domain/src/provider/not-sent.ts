import type { TooLateCode } from '../ports/ports.ts';

/** What the provider's adapter says of a request that it did not send because it was too late. */
export const tooLateCode: TooLateCode = 'too_late';

/** The sentence for a request that certainly did not reach the provider. */
export function notSent(code: string, description: string): string {
  const cause = code === tooLateCode ? 'The request waited for too long' : 'The provider could not be reached';
  return `${cause}, so nothing was sent: ${description}`;
}
