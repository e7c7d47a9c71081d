import { describe, expect, it } from 'vitest';
import { readFileName } from './file-name.ts';

const period = { from: new Date('2026-11-19T21:00:00Z'), to: new Date('2026-11-21T20:59:59Z') };

describe('the name of a file', () => {
  it.each([
    ['Statements for 600123 from 2026-11-20 to 2026-11-21.csv', '600123', period],
    ['Statements for 600123 from 2026-11-20 to 2026-11-21 (1).xlsx', '600123', period],
    ['Statements_for_600123_from_2026-11-20_to_2026-11-21.csv', '600123', period],
    ['statement of 600123 from 20-11-2026 to 21-11-2026.csv', '600123', period],
    ['Statements for 600123 from 2026-11-21 to 2026-11-20.csv', '600123', null],
    ['Statements for 600123 from 2026-13-20 to 2026-11-20.csv', '600123', null],
    ['Statements for 600123.csv', '600123', null],
    ['Statements for 123456789.csv', null, null],
    ['600123.csv', null, null],
    ['rent from 2026-11-20 to 2026-11-21.csv', null, null],
    ['statement.csv', null, null],
  ])('%s', (name, shortcode, expected) => {
    expect(readFileName(name)).toEqual({ shortcode, period: expected });
  });
});
