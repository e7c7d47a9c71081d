import { explainCode } from '@tillgate/domain/rails';
import type { Words } from '../texts/english.ts';

/** What a result of the provider means to whoever was asked, in the language of the page. */
export function resultText({ code, desc }: { code: string | null; desc: string | null }, { results }: Words): string {
  const known = code?.trim() ?? '';
  const { category, customerMessage } = explainCode({ code: known, message: desc }, { of: 'prompt', as: 'result' });
  if (!results) return customerMessage;
  const key = [known, category].find((each) => Object.hasOwn(results, each)) ?? 'unknown';
  return results[key] ?? '';
}
