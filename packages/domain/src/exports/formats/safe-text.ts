/** Spreadsheets read a cell with this beginning as a formula. Some ignore white space and wide forms. */
const formula = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const gap = '[\\s/.,-]{0,2}';
const currency = '(?:\\p{Sc}|kes|kshs?\\.?|ksh\\.?|sh\\.?|usd|eur|gbp|ugx|tzs|rwf|etb|zar|ngn|ghs|inr)';
// Adjacent parts never match the same characters. Otherwise a text of blanks would take time of the fourth power of its
// length.
const sum = `[-+]?${currency}?(?:\\s*[-+])?[\\s.,']*\\d[\\d\\s.,']*(?:(?:%|${currency}|-)\\s*)?`;
/** Texts that a spreadsheet would convert to a number, a date, a time or a boolean. */
const values = [
  new RegExp(`^(?:${sum}|${currency}?\\s*\\(${sum}\\))$`, 'iu'),
  /^\d+(?:[.,]\d*)?e[+-]?\d+$/i,
  /^[-+]?(?:nan|inf(?:inity)?)$/i,
  /^\d{1,4}[-/.: ]\d{1,4}(?:[-/.: ]\d{1,4}.*)?$/,
  /^\d{1,2}(?:[:.]\d{2}){0,2}\s*[ap](?:\.?\s?m\.?)?$/i,
  new RegExp(`^(?:\\d{1,4}${gap}${month}(?:${gap}\\d{1,4})?|${month}${gap}\\d{1,4}(?:${gap}\\d{1,4})?)$`, 'i'),
  /^(?:true|false)$/i,
];

const mark = "'";
/** Spreadsheets read wide forms of ASCII as ASCII. */
const wide = /[\uff01-\uff5e]/g;
const wideBy = 0xfee0;
/** With a different separator, a reader finds a cell here that begins like a formula. */
const formulaWithin = /([;|\s\u200b\ufeff]+)([=+\-@＝＋－＠]?)/g;

/** Blanks at the beginning of a text separate nothing, because the mark before the text covers them. */
const separates = (gap: string, at: number) => /[;|\t\r\n]/.test(at === 0 ? gap.trimStart() : gap);

/**
 * A text that no spreadsheet runs as a formula: an apostrophe precedes everything that looks like one, also with other
 * separators.
 */
export function withoutFormula(text: string): string {
  const inner = text.replace(formulaWithin, (found, gap: string, sign: string, at: number) =>
    sign !== '' && separates(gap, at) ? gap + mark + sign : found,
  );
  return formula.test(text) ? mark + inner : inner;
}

/** A text that spreadsheets do not convert: an apostrophe also precedes texts that look like numbers or dates. */
export function keptAsText(text: string): string {
  const seen = text.replace(wide, (character) => String.fromCharCode(character.charCodeAt(0) - wideBy)).trim();
  const isValue = !formula.test(text) && values.some((value) => value.test(seen));
  return isValue ? mark + withoutFormula(text) : withoutFormula(text);
}
