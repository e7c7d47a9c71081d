import { describe, expect, it } from 'vitest';
import { safeText } from '../kit/safe-text.ts';

describe('a sentence from outside shows no secret', () => {
  it.each<[string, string, string]>([
    ['whole', 'password hunter2-hunter2 refused', 'password *** refused'],
    ['twice', 'hunter2-hunter2hunter2-hunter2', '******'],
    ['cut off at the end', 'the password is hunter2-hun', 'the password is ***'],
    ['as a URL writes it', 'Password=a%2Fb%2Bcdefgh%3D', 'Password=***'],
    ['as JSON of PHP writes it', '{"Password":"a\\/b+cdefgh="', '{"Password":"***"'],
    ['and no more than that is taken out', 'hunt the hunter2', 'hunt the ***'],
    ['but a few letters of it give nothing away', 'the hunt', 'the hunt'],
  ])('%s', (_name, text, expected) => {
    expect(safeText(text, ['hunter2-hunter2', 'a/b+cdefgh='])).toBe(expected);
  });

  it('even where the sentence is too long to be told whole', () => {
    const shown = safeText(safeText(`${'x'.repeat(490)}hunter2-hunter2 and more`), ['hunter2-hunter2']);
    expect(shown).toBe(`${'x'.repeat(490)}***`);
  });
});
