'use client';

import type { UseMutationOptions } from '@tanstack/react-query';
import { useReauthentication } from './reauthentication.tsx';

/**
 * For mutations that may need a fresh proof of identity: asks for it when the server wants one, and
 * goes on. `const proven = useProven();
 * useMutation(proven(trpc.endpoints.create.mutationOptions()))`
 */
export function useProven() {
  const { run } = useReauthentication();
  return function proven<Data, Failure, Input, Context>(
    options: UseMutationOptions<Data, Failure, Input, Context>,
  ): UseMutationOptions<Data, Failure, Input, Context> {
    const { mutationFn } = options;
    if (!mutationFn) return options;
    return { ...options, mutationFn: (input, context) => run(() => mutationFn(input, context)) };
  };
}
