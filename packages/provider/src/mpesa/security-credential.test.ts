import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestKey } from '../kit/testing-key.ts';
import { isReadableCertificate, securityCredential } from './security-credential.ts';

const { publicKey, privateKey, publicPem, open: decrypt } = createTestKey();

/** Valid through 2017; its private key was thrown away. */
const expiredCertificate = `-----BEGIN CERTIFICATE-----
MIICqDCCAZACAQEwDQYJKoZIhvcNAQELBQAwGjEYMBYGA1UEAwwPZXhwaXJlZC5l
eGFtcGxlMB4XDTE3MDEwMTAwMDAwMFoXDTE4MDEwMTAwMDAwMFowGjEYMBYGA1UE
AwwPZXhwaXJlZC5leGFtcGxlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC
AQEAv1g1O8rTnnCn9hKJUUgWQepCiKoRb1kT4chBS/ZuXUa9HhVSVr6TNuAusITS
9UrGLexmf6m8xCj3h9jOPb6Ke85DSMkcV4FeFDc6NejUkJWCrFKdDuPjveQw+3rN
znuZ+xlqB6omWjXywHtUPPvNpsqsJEbZcG5u/x0zABWgv7EsSQLP1Xk8apOfeF9n
G2/k4+NUAxntKZxCDmH8MMws5whol2ZQ/Aq8jpiR1cAXjnKTmuSc2WnfWncL7nIH
zkSHnzfiiM3cWNeaiHpl9cGuC9dLOpL2K4vZw4AjSpVnBbyDyomOIHq9U2Dr6RD8
4ymwJmi1VOiBriS53tG5UJZqGQIDAQABMA0GCSqGSIb3DQEBCwUAA4IBAQAcMral
/wFivWjDOn2GK0HYk1aia8dP3ad71Z77IbhyEw8OjP33+3LNPKy1G5S9DuG/AUBr
xWEBmylWINmg/FJl+m+f9BMZ0dXfef4seFEGhna1XYYgur60OCzmNF51LbZtdTNB
VIM0OhkafsgME5rGxIDulutpD2zAgRdUrsN+J4+iAU/IRn5JGUKSb/bnhLtNtX1/
RTO3bpnZGR+Gm5+JQD6AqRGNjshTqxKUMYM2HEIXtmZRQwR7KOh4RCzlJZGrk5eE
npzn6MGyTzSRv+MyGebZcv6ecltnO6vAHUv4Pk7l5ntE1WUioh+KHJaT1eg/41/C
S2Oz9vAG+tYqWdyR
-----END CERTIFICATE-----`;

describe('securityCredential', () => {
  it('can be read by the owner of the private key, and by nobody twice alike', () => {
    const first = securityCredential(publicPem, 'Pa$$w0rd#%&');
    expect(decrypt(first)).toBe('Pa$$w0rd#%&');
    expect(first).toHaveLength(344);
    expect(securityCredential(publicPem, 'Pa$$w0rd#%&')).not.toBe(first);
  });

  it('takes an expired certificate and a PKCS#1 public key', () => {
    const pkcs1 = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    expect(decrypt(securityCredential(pkcs1, 'secret'))).toBe('secret');
    expect(Buffer.from(securityCredential(expiredCertificate, 'secret'), 'base64')).toHaveLength(256);
    for (const pem of [pkcs1, expiredCertificate, publicPem]) expect(isReadableCertificate(pem)).toBe(true);
  });

  it.each([
    ['an empty text', ''],
    ['no PEM', 'hello'],
    ['a damaged PEM', publicPem.split('\n').toSpliced(2, 2).join('\n')],
    ['a private key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    [
      'a key that is not RSA',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ],
  ])('refuses %s with a sentence that has neither PEM nor password', (_name, pem) => {
    let message = '';
    try {
      securityCredential(pem, 'hunter2-hunter2');
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    expect(message).toMatch(/^The provider's certificate /);
    expect(message).not.toContain('hunter2');
    expect(isReadableCertificate(pem)).toBe(false);
  });

  it('refuses an empty password and one that does not fit', () => {
    expect(() => securityCredential(publicPem, '')).toThrow('empty');
    expect(() => securityCredential(publicPem, 'x'.repeat(246))).toThrow('longer than 245 bytes');
    expect(decrypt(securityCredential(publicPem, 'x'.repeat(245)))).toHaveLength(245);
  });
});
