import type { AsyncResult } from '@tillgate/domain';
import { nonBlank } from './json.ts';

type Value = AsyncResult['parameters'][number]['value'];

/** The first parameter of the name that has a value; null when there is none. */
export function parameterOf({ parameters }: AsyncResult, key: string): Value {
  return parameters.find((one) => one.key === key && one.value !== null && one.value !== '')?.value ?? null;
}

/** As {@link parameterOf}, as text. */
export function parameterText(result: AsyncResult, key: string): string | null {
  const value = parameterOf(result, key);
  return value === null ? null : (nonBlank(String(value).trim()) ?? null);
}
