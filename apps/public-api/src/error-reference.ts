import { errorCodes } from '@tillgate/domain';
import { families, listCatalogue } from '@tillgate/domain/catalogue';
import { problemOf } from './problem.ts';

const familyTitles: Record<(typeof families)[number], string> = {
  stk: 'Results of a prompt',
  api: 'Immediate errors of the provider',
  c2b_b2c: 'Results of payouts, secured operations and offline payments',
};

const introduction =
  'Every error response is `application/problem+json`. `code` is stable, for use in your code. `detail` (also in `error`) says what went wrong with this request. `requestId` identifies the request in the logs. `type` links to this page.';
const catalogueIntroduction =
  'The codes of the provider, as they appear in `resultCode`, `upstream.code` and `decoded.code`. `retryable` says whether you can charge the same order again at once, with a new Idempotency-Key.';

/** docs/errors.md: an anchor per error code, and the catalogue of result codes, from the tables that the API uses. */
export function errorReferenceMarkdown(): string {
  const codes = errorCodes.flatMap((code) => {
    const { status, title, advice } = problemOf(code);
    return [`## ${code}`, '', `**${status} ${title}.** ${advice}`, ''];
  });
  const catalogue = families.flatMap((family) => [
    `### ${familyTitles[family]}`,
    '',
    '| Code | Title | Category | Retryable | Cause | What to do | For the customer |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...listCatalogue()
      .filter((entry) => entry.family === family)
      .map(({ code, title, category, retryable, cause, fix, customerMessage }) => {
        const cells = [`\`${code}\``, title, category, retryable ? 'yes' : 'no', cause, fix, customerMessage];
        return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
      }),
    '',
  ]);
  const lines = [
    '# Errors',
    '',
    introduction,
    '',
    ...codes,
    '# Result codes',
    '',
    catalogueIntroduction,
    '',
    ...catalogue,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 1.6rem; margin-top: 3rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; scroll-margin-top: 1rem; }
h2:target, section:target { outline: 2px solid #16a34a; outline-offset: .4rem; border-radius: .25rem; }
h3 { font-size: 1rem; margin: 2.5rem 0 .5rem; } section { border-top: 1px solid var(--line); padding: .75rem 0; }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; } p { margin: .25rem 0; } .quiet { opacity: .7; }
a { color: inherit; }`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const marked = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** The page that the `type` of every problem links to, with the same anchors as docs/errors.md. */
export function errorReferencePage(): string {
  const codes = errorCodes.map((code) => {
    const { status, title, advice } = problemOf(code);
    return `<h2 id="${code}"><a href="#${code}"><code>${code}</code></a></h2>
<p class="quiet">${status} · ${escaped(title)}</p><p>${marked(advice)}</p>`;
  });
  const catalogue = families.map((family) => {
    const entries = listCatalogue()
      .filter((entry) => entry.family === family)
      .map(
        ({ code, title, category, retryable, cause, fix, customerMessage }) => `<section>
<p><code>${escaped(code)}</code> <strong>${escaped(title)}</strong></p>
<p class="quiet">${category} · ${retryable ? 'can be retried with a new key' : 'do not retry unchanged'}</p>
<p>${escaped(cause)}</p><p>${escaped(fix)}</p><p class="quiet">To the customer: “${escaped(customerMessage)}”</p></section>`,
      );
    return `<h3>${familyTitles[family]}</h3>${entries.join('\n')}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Tillgate API: errors</title>
<style>${style}</style></head><body><h1>Errors of the Tillgate API</h1><p>${marked(introduction)}</p>
${codes.join('\n')}<h1 id="result-codes">Result codes</h1><p>${marked(catalogueIntroduction)}</p>
${catalogue.join('\n')}</body></html>`;
}
