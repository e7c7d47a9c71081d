import { explainCode } from '@tillgate/domain/rails';
import type { Words } from '../texts/english.ts';

/** What a result of the provider means to whoever was asked, in the language of the page. */
export function resultText({ code, desc }: { code: string | null; desc: string | null }, { results }: Words): string {
  const { customerMessage } = explainCode({ code: code?.trim() ?? '', message: desc }, { of: 'prompt', as: 'result' });
  return results ? (results[customerMessage] ?? results[unknownMessage] ?? '') : customerMessage;
}

const unknownMessage = explainCode({ code: '', message: null }, { of: 'prompt', as: 'result' }).customerMessage;
