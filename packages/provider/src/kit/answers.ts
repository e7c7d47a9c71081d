import type { ProviderAnswer } from '@tillgate/domain';
import type { Answered } from './http.ts';
import { safeText } from './safe-text.ts';

export type NotAccepted = Exclude<ProviderAnswer<object>, { kind: 'accepted' }>;

/** True for a 2xx status. */
export function isSuccess({ statusCode }: Answered): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** The outcome when the provider refused the call. */
export function rejected(code: string, description: string): NotAccepted {
  return {
    kind: 'rejected',
    by: 'provider',
    code,
    description: safeText(description) || 'The provider gave no reason.',
  };
}

/** The outcome when the call never reached the provider. `code` is our own word. */
export function unreachable(code: string, description: string): NotAccepted {
  return { kind: 'rejected', by: 'unreachable', code, description: safeText(description) };
}
