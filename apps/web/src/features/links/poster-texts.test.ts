import { type RailName, railsLabel } from '@tillgate/domain/rails/labels';
import { expect, it } from 'vitest';
import { posterLanguages, posterTexts } from './poster-texts.ts';

it.each<[RailName[], string[]]>([
  [['mpesa'], ['Scan to pay with M-PESA', 'Skani kulipa kwa M-PESA']],
  [['airtel'], ['Scan to pay with Airtel Money', 'Skani kulipa kwa Airtel Money']],
  [
    ['airtel', 'mpesa'],
    ['Scan to pay with Airtel Money or M-PESA', 'Skani kulipa kwa Airtel Money au M-PESA'],
  ],
])('the poster of a merchant with %j says %j', (rails, said) => {
  expect(posterLanguages('auto').map((language) => posterTexts[language].scan(railsLabel(rails, language)))).toEqual(
    said,
  );
});
