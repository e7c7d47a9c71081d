import { passwordRefusals, passwordSchema } from '@tillgate/domain/users';
import { describe, expect, it } from 'vitest';
import { passwordIssues } from './use-password-issue.ts';

describe('what is wrong with a password', () => {
  it('has a text for all that the server says', () => {
    const lengths = ['', 'x'.repeat(1000)].flatMap((password) =>
      (passwordSchema.safeParse(password).error?.issues ?? []).map(({ message }) => message),
    );
    expect(Object.keys(passwordIssues).sort()).toEqual([...lengths, ...Object.values(passwordRefusals)].sort());
  });
});
