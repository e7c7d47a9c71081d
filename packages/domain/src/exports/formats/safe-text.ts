/** Spreadsheets take a cell that begins like this for a formula. Some leave out white space and wide forms. */
const formula = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const gap = '[\\s/.,-]{0,2}';
/** What a spreadsheet takes for a number, a date, a time or a truth, and shows or stores differently. */
const values = [
  /^[\d\s.,']*\d[\d\s.,']*%?$/,
  /^\d+(?:[.,]\d*)?e[+-]?\d+$/i,
  /^\d{1,4}[-/.: ]\d{1,4}(?:[-/.: ]\d{1,4}.*)?$/,
  new RegExp(`^(?:\\d{1,4}${gap}${month}(?:${gap}\\d{1,4})?|${month}${gap}\\d{1,4}(?:${gap}\\d{1,4})?)$`, 'i'),
  /^(?:true|false)$/i,
];

const mark = "'";

/** A text that no spreadsheet runs: one that looks like a formula gets an apostrophe before it. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? mark + text : text;
}

/** A text that spreadsheets keep as it is: also one that looks like a number or a date gets an apostrophe. */
export function keptAsText(text: string): string {
  return formula.test(text) || values.some((value) => value.test(text)) ? mark + text : text;
}
