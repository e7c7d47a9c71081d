import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

const needed = { DATABASE_URL: 'postgresql://localhost/x', SEAL_PUBLIC_KEY: 'a', SEAL_PRIVATE_KEY: 'b' };

it('without SMTP_URL there is no mail server, and mail comes from here', () => {
  const env = readEnv({ ...needed, SMTP_URL: '' });
  expect(env.SMTP_URL).toBeUndefined();
  expect(env.MAIL_FROM).toEqual({ name: 'Tillgate', address: 'tillgate@localhost' });
});

it('SMTP_URL and MAIL_FROM are read', () => {
  const given = { SMTP_URL: 'smtps://user:pass@mail.example', MAIL_FROM: 'Duka <pay@duka.example>' };
  expect(readEnv({ ...needed, ...given })).toMatchObject({
    SMTP_URL: { host: 'mail.example', port: 465, secure: true, auth: { user: 'user', pass: 'pass' } },
    MAIL_FROM: { name: 'Duka', address: 'pay@duka.example' },
  });
});
