import { describe, expect, it } from 'vitest';
import { keptAsText, withoutFormula } from './safe-text.ts';

describe('a text that a spreadsheet would run', () => {
  it.each([
    '=1+1',
    '+254712345678',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1',
    '\ufeff=1',
    '=HYPERLINK("https://evil.example","pay")',
  ])('%j gets a mark before it', (text) => {
    expect([withoutFormula(text), keptAsText(text)]).toEqual([`'${text}`, `'${text}`]);
  });
});

describe('a text that a spreadsheet would change', () => {
  it.each([
    '254712345678',
    '0712345678',
    '00042',
    '1.50',
    '1,000',
    '12 345',
    '50%',
    '1E5',
    '12e-3',
    '2026-01-31',
    '1/2',
    '10:30',
    '1-2-2026 10:00',
    'MAR2024',
    'Jan 5',
    '5-jan',
    '5 Jan 2026',
    'October 5, 2026',
    'TRUE',
    'false',
  ])('%j is kept as text', (text) => {
    expect([keptAsText(text), withoutFormula(text)]).toEqual([`'${text}`, text]);
  });
});

describe('any other text', () => {
  it.each([
    '',
    'SKL7X0P2QA',
    '0712…678',
    'INV-1042',
    'Mary',
    'May',
    'JUNE-A',
    'Marketing',
    '#1',
    'a=b',
    'Order 12',
    'Ünïcode 日本',
  ])('%j stays as it is', (text) => {
    expect([keptAsText(text), withoutFormula(text)]).toEqual([text, text]);
  });
});
