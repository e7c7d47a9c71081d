import fc from 'fast-check';
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { issueChallenge, passwordMark, readChallenge } from './challenge.ts';
import { addressKey } from './identity.ts';
import { changeMail, resetMail } from './identity-mails.ts';
import { hashRecoveryCode, newRecoveryCodes, recoveryCodesCount } from './recovery-code.ts';
import { newTotpSecret, timeStepOf, totpUri } from './second-factor.ts';
import { isLive, isRecentlyAuthenticated, isTouchDue, sessionExpiry } from './session.ts';
import { hashToken, newToken } from './token.ts';
import { createTotpVault, generateVaultKey, vaultKeysProblem } from './totp-vault.ts';
import { createVault } from './vault.ts';

const start = new Date('2026-01-05T08:00:10.000Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const daySeconds = 24 * 3_600;

describe('a vault', () => {
  const vault = createVault('secret of the process', 'totp');

  it('gives back what it was given, and never the same box twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(vault.open(vault.seal(text))).toBe(text);
        expect(vault.seal(text)).not.toBe(vault.seal(text));
      }),
    );
  });

  it.each([
    ['of another secret', createVault('another secret', 'totp')],
    ['for another purpose', createVault('secret of the process', 'challenge')],
  ])('opens nothing %s', (_which, other) => {
    expect(() => vault.open(other.seal('text'))).toThrow();
  });

  it('opens nothing that was changed anywhere', () => {
    const sealed = vault.seal('a secret');
    const box = Buffer.from(sealed.slice(3), 'base64url');
    for (let index = 0; index < box.length; index += 1) {
      const changed = Buffer.from(box);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => vault.open(`v1.${changed.toString('base64url')}`)).toThrow();
    }
    for (const text of ['', 'v1', 'v1.', 'v2.AAAA', `${sealed}.x`, sealed.slice(0, -8)]) {
      expect(() => vault.open(text)).toThrow();
    }
  });
});

describe('a vault of authenticator secrets', () => {
  const [old, young] = [generateVaultKey(), generateVaultKey()];
  const [ann, bob] = ['0199a712-3456-7812-8254-712345678901', '0199a712-3456-7812-8254-712345678902'];

  it('gives back what it was given, to its person alone, and never the same box twice', () => {
    const vault = createTotpVault(young, undefined);
    const sealed = vault.seal('SECRET', ann);
    expect(sealed).toMatch(/^v2\.[0-9a-f]{16}\.[A-Za-z0-9_-]+$/);
    expect(vault.open(sealed, ann.toUpperCase())).toBe('SECRET');
    expect(vault.seal('SECRET', ann)).not.toBe(sealed);
    expect(() => vault.open(sealed, bob)).toThrow(`of user ${bob} is damaged, or was sealed for another user`);
    expect(() => vault.open(sealed, bob)).not.toThrow('SECRET');
  });

  it('opens what older keys sealed, and seals under the newest', () => {
    const before = createTotpVault(old, undefined);
    const after = createTotpVault(`${young}, ${old}`, undefined);
    const sealed = before.seal('SECRET', ann);
    expect(after.open(sealed, ann)).toBe('SECRET');
    expect([before.isCurrent(sealed), after.isCurrent(sealed)]).toEqual([true, false]);
    expect(after.isCurrent(after.seal('SECRET', ann))).toBe(true);
    expect(after.keyIds).toEqual([...createTotpVault(young, undefined).keyIds, ...before.keyIds]);
    expect(() => createTotpVault(young, undefined).open(sealed, ann)).toThrow('which is not in VAULT_KEYS');
  });

  it('opens what was sealed under the process secret, if it has that', () => {
    const former = createVault('process secret', 'totp').seal('SECRET');
    expect(createTotpVault(young, 'process secret').open(former, ann)).toBe('SECRET');
    expect(createTotpVault(young, 'process secret').isCurrent(former)).toBe(false);
    expect(() => createTotpVault(young, 'another secret').open(former, ann)).toThrow();
    expect(() => createTotpVault(young, undefined).open(former, ann)).toThrow('not a sealed text');
  });

  it('opens nothing that was changed anywhere', () => {
    const vault = createTotpVault(young, undefined);
    const [, keyId, text = ''] = vault.seal('SECRET', ann).split('.');
    const box = Buffer.from(text, 'base64url');
    for (let index = 0; index < box.length; index += 1) {
      const changed = Buffer.from(box);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => vault.open(`v2.${keyId}.${changed.toString('base64url')}`, ann)).toThrow('is damaged');
    }
    for (const wrong of ['', 'v2', 'v2.', `v2.${keyId}.`, `v2.${keyId}.AAAA`, `v2.${keyId}.${text}.x`]) {
      expect(() => vault.open(wrong, ann)).toThrow('not a sealed text');
    }
  });

  it.each(['', 'short', `${young},`, `${young},x`, Array(11).fill(young).join(',')])(
    'has no use for keys like %j',
    (keys) => {
      expect(vaultKeysProblem(keys)).toBeDefined();
      expect(() => createTotpVault(keys, undefined)).toThrow('VAULT_KEYS');
    },
  );
});

describe('a code of an authenticator app', () => {
  const secret = newTotpSecret();
  const app = new TOTP({ secret });
  const step = Math.floor(start.getTime() / 30_000);

  it.each([
    [-2, undefined],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, undefined],
  ])('of %i steps away is of step %s', (steps, expected) => {
    expect(timeStepOf(secret, app.generate({ timestamp: later(steps * 30).getTime() }), start)).toBe(expected);
  });

  it('may be typed with spaces, and is nothing but six digits', () => {
    const code = app.generate({ timestamp: start.getTime() });
    expect(timeStepOf(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, start)).toBe(step);
    for (const typed of ['', '12345', `${code}0`, 'abcdef', '١٢٣٤٥٦', '-12345']) {
      expect(timeStepOf(secret, typed, start)).toBeUndefined();
    }
  });

  it('comes from a secret that apps can be given', () => {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totpUri(secret, 'ann@shop.example')).toBe(
      `otpauth://totp/Tillgate:ann%40shop.example?issuer=Tillgate&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});

describe('recovery codes', () => {
  it('are ten, all different, and found again however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(recoveryCodesCount);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
      expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode(code));
    }
  });

  it.each(['', '123456', 'AAAA-BBBB-CCC', 'AAAA-BBBB-CCCCC', 'AAAA-BBBB-CCC!', 'ÄAAA-BBBB-CCCC'])(
    'are not %j',
    (typed) => expect(hashRecoveryCode(typed)).toBeUndefined(),
  );
});

describe('a challenge', () => {
  const vault = createVault('secret of the process', 'challenge');
  const challenge = {
    userId: '01890a5d-ac96-774b-bcce-b302099a8057',
    password: passwordMark('hash'),
    method: 'oidc' as const,
  };
  const issued = issueChallenge(vault, challenge, start);

  it.each([
    [0, challenge],
    [299, challenge],
    [300, undefined],
  ])('after %i seconds is %j', (seconds, expected) => {
    expect(readChallenge(vault, issued, later(seconds))).toEqual(expected);
  });

  it('is nothing that somebody else wrote', () => {
    expect(readChallenge(vault, 'v1.AAAA', start)).toBeUndefined();
    expect(readChallenge(createVault('x', 'challenge'), issued, start)).toBeUndefined();
    expect(readChallenge(vault, vault.seal('{"userId":"me"}'), start)).toBeUndefined();
  });

  it('knows one password from the next, and gives none of its hash away', () => {
    expect(passwordMark('hash')).not.toBe(passwordMark('hash2'));
    expect(passwordMark(null)).toBe(passwordMark(null));
    expect(passwordMark('$argon2id$v=19$abc')).not.toContain('argon2');
  });
});

describe('a session', () => {
  it.each([
    [0, 7],
    [10, 17],
    [23, 30],
    [29, 30],
  ])('used on day %i ends on day %i', (used, ends) => {
    expect(sessionExpiry(start, later(used * daySeconds))).toEqual(later(ends * daySeconds));
  });

  it.each([
    [{ expiresAt: later(1), revokedAt: null }, true],
    [{ expiresAt: later(0), revokedAt: null }, false],
    [{ expiresAt: later(1), revokedAt: start }, false],
  ])('%j lives: %s', (fields, lives) => {
    expect(isLive({ createdAt: start, ...fields }, start)).toBe(lives);
  });

  it('is noted once a minute, and its proof counts for ten', () => {
    expect([59.999, 60].map((seconds) => isTouchDue(start, later(seconds)))).toEqual([false, true]);
    expect([599.999, 600].map((s) => isRecentlyAuthenticated(start, later(s)))).toEqual([true, false]);
  });
});

describe('whom an address counts for', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['x'.repeat(100), 'x'.repeat(45)],
  ])('%s → %s', (remoteIp, key) => expect(addressKey(remoteIp)).toBe(key));
});

describe('a token', () => {
  it('is 32 random bytes, and found by its hash', () => {
    const { token, hash } = newToken();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(hashToken(token)).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(['', 'short', `${'A'.repeat(43)}=`, 'A'.repeat(44), `${'A'.repeat(42)} `])('is not %j', (text) =>
    expect(hashToken(text)).toBeUndefined(),
  );
});

describe('mails about an account', () => {
  it('with a link are marked: their text goes once they have left', () => {
    const mail = resetMail('ann@shop.example', 'https://dash.example/reset-password?token=t');
    expect(mail).toMatchObject({ to: 'ann@shop.example', hasSecret: true });
    expect(mail.text).toContain('\nhttps://dash.example/reset-password?token=t\n');
  });

  it.each(['password_reset', 'password_changed', 'second_factor_on', 'second_factor_off', 'identity_linked'] as const)(
    'tell of %s, when it was, and what to do',
    (change) => {
      const { text, hasSecret } = changeMail('ann@shop.example', change, start, 'https://dash.example');
      expect(text).toContain('2026-01-05 08:00 UTC');
      expect(text).toContain('https://dash.example/forgot-password');
      expect(hasSecret).toBeUndefined();
    },
  );
});
