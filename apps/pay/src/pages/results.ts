import { decode } from '@tillgate/domain/catalogue';
import type { Words } from '../texts/english.ts';

/** What a result of the provider means to whoever was asked, in the language of the page. */
export function resultText({ code, desc }: { code: string | null; desc: string | null }, { results }: Words): string {
  const known = code?.trim() ?? '';
  if (!results) return decode({ family: 'stk', code: known, message: desc }).customerMessage;
  return (Object.hasOwn(results, known) ? results[known] : undefined) ?? results.unknown ?? '';
}
