/** Text that is HTML already. */
export type Html = { readonly markup: string };

type Value = string | number | Html | readonly Html[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function htmlOf(value: Value): string {
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** HTML from a template. Every value in it is escaped, unless it is HTML that this made. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return {
    markup: parts.map((part, index) => part + (index < values.length ? htmlOf(values[index] ?? '') : '')).join(''),
  };
}

export const nothing: Html = { markup: '' };
