import type { PDFFont } from '@cantoo/pdf-lib';
import { createBreath } from '../tables/index.ts';
import { draw, edges, lineHeight, linesOf, type Pen, sizes, turnPage } from './pen.ts';

/** A column of a table. `width` is in points; a column without a title has no head. */
export type Column = { title?: string; width: number; isRight?: boolean };

/** A row of a table, a text for each column. */
export type TableRow = { cells: string[] /** What the rows above come to. */; isResult?: boolean };

const size = sizes.small;
const step = size * lineHeight;
/** Between two columns. */
const gutter = 8;
/** Between two rows. */
const gap = 2;
/** Lines of one cell. A longer text is cut, so that a row is never longer than a page. */
const linesMax = 12;
const cut = '…';

/**
 * Draws a table from the left edge. Cells break into lines, and the head stands on each page again. A long table is drawn in
 * short stretches, so that other work of the process goes on.
 */
export async function table(pen: Pen, columns: readonly Column[], rows: readonly TableRow[]): Promise<void> {
  const breathe = createBreath();
  const head = columns.map(({ title = '' }) => title);
  const drawHead = () => {
    if (head.some((title) => title !== '')) drawRow(pen, setRow(pen, columns, { cells: head, isResult: true }));
  };
  drawHead();
  for (const row of rows) {
    const set = setRow(pen, columns, row);
    if (pen.y - set.height < edges.bottom) {
      turnPage(pen);
      drawHead();
    }
    drawRow(pen, set);
    await breathe();
  }
}

type SetRow = { font: PDFFont; height: number; cells: { column: Column; lines: string[] }[] };

/** A row as lines that fit into its columns. */
function setRow(pen: Pen, columns: readonly Column[], { cells: texts, isResult = false }: TableRow): SetRow {
  const font = isResult ? pen.bold : pen.plain;
  const cells = columns.map((column, index) => {
    const lines = linesOf(font, texts[index] ?? '', size, column.width - gutter);
    return { column, lines: lines.length > linesMax ? [...lines.slice(0, linesMax - 1), cut] : lines };
  });
  return { font, cells, height: gap + step * Math.max(...cells.map(({ lines }) => lines.length)) };
}

function drawRow(pen: Pen, { font, cells, height }: SetRow): void {
  let x: number = edges.left;
  for (const { column, lines } of cells) {
    for (const [index, line] of lines.entries()) {
      const indent = column.isRight ? column.width - gutter - font.widthOfTextAtSize(line, size) : 0;
      draw(pen, line, { x: x + indent, y: pen.y - gap - step * (index + 1), size, font });
    }
    x += column.width;
  }
  pen.y -= height;
}
