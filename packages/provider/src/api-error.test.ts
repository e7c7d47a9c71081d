import { describe, expect, it } from 'vitest';
import { safeText } from './api-error.ts';

describe('a sentence from outside shows no secret', () => {
  it.each<[string, string, string]>([
    ['whole', 'password hunter2-hunter2 refused', 'password *** refused'],
    ['twice', 'hunter2-hunter2hunter2-hunter2', '******'],
    ['cut off at the end', 'the password is hunter2-hun', 'the password is ***'],
    ['and no more than that is taken out', 'hunt the hunter2', 'hunt the ***'],
    ['but a few letters of it give nothing away', 'the hunt', 'the hunt'],
  ])('%s', (_name, text, expected) => {
    expect(safeText(text, ['hunter2-hunter2'])).toBe(expected);
  });

  it('even where the sentence is too long to be told whole', () => {
    const shown = safeText(safeText(`${'x'.repeat(490)}hunter2-hunter2 and more`), ['hunter2-hunter2']);
    expect(shown).toBe(`${'x'.repeat(490)}***`);
  });
});
