import type { AsyncResult } from '@tillgate/domain';
import { nonBlank } from '../kit/json.ts';

type Value = AsyncResult['parameters'][number]['value'];

/** Returns the value of the first parameter with that key that has a value, or null. */
export function parameterOf({ parameters }: AsyncResult, key: string): Value {
  return parameters.find((one) => one.key === key && one.value !== null && one.value !== '')?.value ?? null;
}

/** Like {@link parameterOf}, but returns text. */
export function parameterText(result: AsyncResult, key: string): string | null {
  const value = parameterOf(result, key);
  return value === null ? null : (nonBlank(String(value).trim()) ?? null);
}
