import { describe, expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';

const right = {
  DATABASE_URL: 'postgresql://localhost/tillgate',
  NEXTAUTH_SECRET: 'x'.repeat(32),
  SEAL_PUBLIC_KEY: Buffer.alloc(32, 7).toString('base64'),
} as unknown as NodeJS.ProcessEnv;

describe('the environment', () => {
  it('has defaults for all but secrets and the database, and takes blank for unset', () => {
    const env = readEnv({ ...right, NEXTAUTH_URL: '', OIDC_ISSUER: '', WEB_PORT: '3210' });
    expect(env).toMatchObject({ NEXTAUTH_URL: 'http://localhost:3210', WEB_HOST: 'localhost' });
    expect(env.OIDC_ISSUER).toBeUndefined();
  });

  it('that is not right ends the process with every problem at once', () => {
    const written: string[] = [];
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('ended');
    });
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    try {
      const wrong = { ...right, NEXTAUTH_SECRET: 'short', SEAL_PUBLIC_KEY: 'no', OIDC_ISSUER: 'https://id.example' };
      expect(() => readEnv(wrong)).toThrow('ended');
    } finally {
      exit.mockRestore();
      write.mockRestore();
    }
    expect(written.join('')).toMatch(/NEXTAUTH_SECRET/);
    expect(written.join('')).toMatch(/SEAL_PUBLIC_KEY/);
  });
});
