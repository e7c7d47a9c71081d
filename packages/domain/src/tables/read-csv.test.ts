import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

/** Reads, and counts how often other work could run. */
async function read(text: string) {
  let breaths = 0;
  const breathe = async () => {
    breaths += 1;
  };
  const outcome = await readCsv(Buffer.from(text), { isIn: () => false }, breathe).then(
    ({ rows, emptyRows }) => ({ rows: rows.length, emptyRows }),
    (error: Error) => error.message,
  );
  return { outcome, breaths };
}

describe('blank lines', () => {
  const tooMany = 'it has more than 100000 rows';

  it.each([
    ['CR LF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('are refused before a row is read: a million of %s', async (_, lineBreak) => {
    expect(await read(lineBreak.repeat(1_000_000))).toEqual({ outcome: tooMany, breaths: 0 });
    const statement = `a,b${lineBreak}"1","2"${lineBreak}`;
    expect(await read(statement + lineBreak.repeat(100_001))).toEqual({ outcome: tooMany, breaths: 0 });
  });

  it('are counted, and other work runs between short stretches of them', async () => {
    const { outcome, breaths } = await read(`a,b\r\n${'\r\n'.repeat(20_000)}1,2\r\n`);
    expect(outcome).toEqual({ rows: 2, emptyRows: 20_000 });
    expect(breaths).toBeGreaterThanOrEqual(80);
  });

  it('that are rows of blanks or short rows let other work run as often', async () => {
    for (const line of [' \n', ',\n', 'a\n']) {
      const { outcome, breaths } = await read(line.repeat(1_000_000));
      expect(outcome).toBe(tooMany);
      expect(breaths).toBeGreaterThanOrEqual(200);
    }
  });
});
