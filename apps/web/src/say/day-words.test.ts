import { dayWords } from '@tillgate/domain/closing';
import { expect, it } from 'vitest';
import { dayWordsOf } from './day-words.ts';

it('a day has the same words on its page, in its PDF, in its email and at the command line', () => {
  expect(dayWordsOf.en).toMatchObject(dayWords);
});
