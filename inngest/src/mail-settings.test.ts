import { describe, expect, it } from 'vitest';
import { readMailbox, readSmtpUrl } from './mail-settings.ts';

describe('SMTP_URL', () => {
  const auth = { user: 'user', pass: 'pass' };
  const open = { secure: false, requireTLS: false, ignoreTLS: false, auth: undefined };

  it.each([
    ['smtps://user:pass@mail.example', { host: 'mail.example', port: 465, ...open, secure: true, auth }],
    ['smtps://mail.example:4650/', { host: 'mail.example', port: 4650, ...open, secure: true }],
    ['smtp://mail.example', { host: 'mail.example', port: 587, ...open }],
    ['SMTP://mailpit:1025', { host: 'mailpit', port: 1025, ...open }],
    ['smtp://[2001:db8::1]:25', { host: '2001:db8::1', port: 25, ...open }],
  ])('%s', (text, value) => {
    expect(readSmtpUrl(text)).toEqual({ ok: true, value });
  });

  it('with a password demands TLS, except on this machine', () => {
    expect(readSmtpUrl('smtp://user:pass@mail.example')).toMatchObject({
      value: { requireTLS: true, ignoreTLS: false },
    });
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect(readSmtpUrl(`smtp://user:pass@${host}`)).toMatchObject({ value: { requireTLS: false, ignoreTLS: true } });
    }
    for (const host of ['localhost.example', '127.0.0.1.example', '128.0.0.1']) {
      expect(readSmtpUrl(`smtp://user:pass@${host}`)).toMatchObject({ value: { requireTLS: true, ignoreTLS: false } });
    }
  });

  it('has its user and password decoded', () => {
    expect(readSmtpUrl('smtps://a%40b.example:p%2F%23%25@mail.example')).toMatchObject({
      value: { auth: { user: 'a@b.example', pass: 'p/#%' } },
    });
  });

  it.each([
    ['mail.example:587', 'must start with smtp:// or smtps://'],
    ['https://mail.example', 'must start with smtp:// or smtps://'],
    ['smtp://', 'names no host'],
    ['smtp://user:s3cr#t@mail.example', 'is not a URL such as'],
    ['smtp://mail.example/path', 'must end after host and port'],
    ['smtps://mail.example?tls.rejectUnauthorized=false', 'must end after host and port'],
    ['smtp://user@mail.example', 'must have both user and password, or neither'],
    ['smtp://:s3cret@mail.example', 'must have both user and password, or neither'],
    ['smtp://user:s3cret%@mail.example', 'has a % in user or password that should be %25'],
  ])('%s is refused, and not quoted', (text, reason) => {
    const read = readSmtpUrl(text);
    expect(read).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
    expect(JSON.stringify(read)).not.toMatch(/s3cr/);
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['Tillgate <tillgate@localhost>', { name: 'Tillgate', address: 'tillgate@localhost' }],
    ['"Duka, Ltd" <pay@duka.example>', { name: 'Duka, Ltd', address: 'pay@duka.example' }],
    ['Duka, Ltd <pay@duka.example>', { name: 'Duka, Ltd', address: 'pay@duka.example' }],
    [' pay@duka.example ', { name: '', address: 'pay@duka.example' }],
    ['<pay@duka.example>', { name: '', address: 'pay@duka.example' }],
  ])('%j', (text, value) => {
    expect(readMailbox(text)).toEqual({ ok: true, value });
  });

  it.each([
    'Tillgate',
    'pay@',
    'a@x.example, b@x.example',
    'a@x.example <b@x.example',
    'A <a@x.example> <b@x.example>',
    'A\r\nBcc: all@x.example <a@x.example>',
  ])('%j is refused', (text) => {
    expect(readMailbox(text)).toEqual({
      ok: false,
      reason: 'must be one address such as Tillgate <tillgate@example.com>',
    });
  });
});
