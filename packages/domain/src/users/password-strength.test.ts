import { describe, expect, it } from 'vitest';
import { demandStrongPassword, passwordRefusal } from './password-strength.ts';

const owner = { email: 'mercy.wanjiku@dukapoa.example', name: 'Mercy Wanjiku Kamau' };

describe('a password', () => {
  it.each([
    ['1234567890', 'common'],
    ['password123', 'common'],
    ['Password1234', 'common'],
    ['P@ssw0rd123', 'common'],
    ['qwertyuiop', 'common'],
    ['iloveyou123', 'common'],
    ['drowssap123', 'common'],
    ['aaaaaaaaaa', 'pattern'],
    ['abababababab', 'pattern'],
    ['abcdefghijkl', 'pattern'],
    ['ａａａａａａａａａａ', 'pattern'],
    ['mercy.wanjiku', 'personal'],
    ['mercy.wanjiku@dukapoa.example', 'personal'],
    ['Mercy.Wanjiku1', 'personal'],
    ['MERCYWANJIKU', 'personal'],
    ['dukapoa.example', 'personal'],
    ['dukapoa2026', 'personal'],
    ['wanjiku1990', 'personal'],
    ['tillgate123', 'personal'],
    ['Tillgate2026!', 'personal'],
    ['t1llg4te2026', 'personal'],
    ['tillgatetillgate', 'personal'],
  ])('%s is refused: %s', (password, why) => expect(passwordRefusal(password, owner)).toBe(why));

  it.each([
    'correct horse battery staple',
    'mango lori samaki 74',
    'zXq7-kk2Lp0v',
    'pässwörd-lång',
    'Kq0dXb4p2VtnYw3s',
    'mercy.wanjiku keeps seven green goats',
    'xxxubw-4470-plm',
  ])('%s is taken', (password) => expect(passwordRefusal(password, owner)).toBeUndefined());

  it('of one person may be no password of another', () => {
    expect(passwordRefusal('otieno.baraka.w', { email: 'otieno.baraka.w@shop.example', name: null })).toBe('personal');
    expect(passwordRefusal('otieno.baraka.w', owner)).toBeUndefined();
  });

  it('is judged in bounded time, however long and odd it is', () => {
    for (const letter of ['a', '4', '@', '1l', 'a1!', 'ﷺ']) passwordRefusal(letter.repeat(200).slice(0, 200), owner);
  });

  it('is refused in words, without itself', () => {
    expect(() => demandStrongPassword('1234567890', owner, 'newPassword')).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.not.stringContaining('1234567890'),
        extras: { issues: [expect.objectContaining({ path: 'newPassword', name: 'passwordCommon' })] },
      }),
    );
  });
});
