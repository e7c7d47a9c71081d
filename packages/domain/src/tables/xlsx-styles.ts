import type { Breath } from './breath.ts';
import { readXml } from './xlsx-parts.ts';

/** Most styles that a spreadsheet has. */
const stylesMax = 65_536;
/** Numbers of formats that are dates or times without being defined in the file: 14 to 22, 27 to 36, 45 to 47, 50 to 58. */
const builtIn = /^(?:1[4-9]|2[0-2]|2[7-9]|3[0-6]|4[5-7]|5[0-8])$/;

/** The numbers of the styles that show a number as a date or a time. */
export async function readDateStyles(bytes: Uint8Array | undefined, breathe: Breath): Promise<ReadonlySet<string>> {
  const formats = new Map<string, boolean>();
  const dates = new Set<string>();
  let count = 0;
  let isCells = false;
  if (!bytes) return dates;
  await readXml(bytes, breathe, {
    open({ attributes }, name) {
      const { numFmtId: id = '', formatCode = '' } = attributes;
      if (name === 'numFmt' && formats.size < stylesMax) formats.set(id, isDateFormat(formatCode));
      if (name === 'cellXfs') isCells = true;
      if (name !== 'xf' || !isCells || count >= stylesMax) return;
      if (formats.get(id) ?? builtIn.test(id)) dates.add(String(count));
      count += 1;
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return dates;
}

/** `dd/mm/yyyy`, but not `#,##0 "days"` or `[$KSh] 0.00`. */
function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '').replace(/s\.0+/gi, 's');
  return /[dmyhs]/i.test(bare) && !/[#0?]/.test(bare);
}
