import { apiIssues, type ErrorCode, errorCodes } from '@tillgate/domain';
import { type CatalogueEntry, type Family, familiesOf, listCatalogue } from '@tillgate/domain/catalogue';
import { type RailName, railLabel, railNames } from '@tillgate/domain/rails';
import { problemOf } from './problem.ts';

const familyTitles: Record<Family, string> = {
  stk: 'Results of a prompt',
  api: 'Immediate errors of the provider',
  c2b_b2c: 'Results of payouts, secured operations and offline payments',
  airtel_collection: 'Collections',
  airtel_disbursement: 'Payouts and refunds',
  airtel_gateway: 'Any request',
};

type Guide = { page: string; anchor: string; title: string };

const guide = (page: string, title: string): Guide => ({
  page,
  anchor: title.toLowerCase().replaceAll(' ', '-'),
  title,
});

const retries = guide('idempotency', 'What to retry');
const limits = guide('going-live', 'Limit money out');

/** Guides in docs/ with more details. The build of the site fails when one of these headings does not exist. */
const guides: Partial<Record<ErrorCode, Guide>> = {
  provider_not_configured: guide('going-live', 'Connect your shortcode'),
  unauthenticated: guide('quickstart', 'Get a key'),
  forbidden: guide('going-live', 'Replace the keys'),
  limit_exceeded: limits,
  approval_required: limits,
  idempotency_key_reused: guide('idempotency', 'One key for each payment'),
  idempotency_in_flight: retries,
  idempotency_indeterminate: guide('idempotency', 'When the outcome is unknown'),
  invalid_input: guide('idempotency', 'Read an error'),
  rate_limited: retries,
  provider_rejected: guide('errors', 'Result codes'),
  provider_unavailable: guide('idempotency', 'When the outcome is unknown'),
  internal: retries,
  unavailable: retries,
};

const introduction =
  'Every error response is `application/problem+json`. `code` is stable, for use in your code. `detail` (also in `error`) says what went wrong with this request. `requestId` identifies the request in the logs. `type` links to this page.';
const issuesIntroduction =
  'Each entry of `issues` has the `path` of a field, the `name` of what is wrong with it, and a `message` in English that follows the path. A name never changes its meaning, so you can say it in your own words and language. Values such as `{max}` stand in the message. New names may be added: fall back to `message`.';
const catalogueIntroduction =
  'The codes of the provider, as they appear in `resultCode`, `upstream.code` and `decoded.code`. `retryable` says whether you can charge the same order again at once, with a new Idempotency-Key.';

const issueTexts = Object.entries(apiIssues).map(([name, { text }]) => ({ name, text }));

const retryText = ({ retryable }: CatalogueEntry) =>
  retryable ? 'You can charge again at once, with a new Idempotency-Key.' : 'Do not charge again at once.';

/** The first network's families need no name: they are those of every installation. */
const familiesIn = (rail: RailName) =>
  familiesOf[rail].map((family) => ({
    title: rail === railNames[0] ? familyTitles[family] : `${railLabel(rail)}: ${familyTitles[family]}`,
    entries: listCatalogue(rail).filter((entry) => entry.family === family),
  }));

function codeMarkdown(code: ErrorCode): string[] {
  const { status, title, advice } = problemOf(code);
  const more = guides[code];
  const file = more?.page === 'errors' ? '' : `${more?.page}.md`;
  const link = more ? ` More: [${more.title}](${file}#${more.anchor}).` : '';
  return [`## ${code}`, '', `**${status} ${title}.** ${advice}${link}`, ''];
}

function resultMarkdown(entry: CatalogueEntry): string[] {
  const { code, title, category, cause, fix, customerMessage } = entry;
  return [
    `#### ${code}: ${title}`,
    '',
    cause,
    '',
    `* **What to do:** ${fix}`,
    `* **For the customer:** “${customerMessage}”`,
    `* **Category:** \`${category}\`. ${retryText(entry)}`,
    '',
  ];
}

/** Escapes a text for a table cell. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('{', '\\{').replaceAll('<', '\\<');

/** docs/errors.md: an anchor per error code, and the catalogue of result codes, from the tables that the API uses. */
export function errorReferenceMarkdown(): string {
  const lines = [
    '# Errors and their fix',
    '',
    introduction,
    '',
    ...errorCodes.flatMap(codeMarkdown),
    '## Names of issues',
    '',
    issuesIntroduction,
    '',
    '| `name` | `message` |',
    '| --- | --- |',
    ...issueTexts.map(({ name, text }) => `| \`${name}\` | ${cell(text)} |`),
    '',
    '## Result codes',
    '',
    catalogueIntroduction,
    '',
    ...railNames
      .flatMap(familiesIn)
      .flatMap(({ title, entries }) => [`### ${title}`, '', ...entries.flatMap(resultMarkdown)]),
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

function codeHtml(code: ErrorCode, hasGuides: boolean): string {
  const { status, title, advice } = problemOf(code);
  const more = guides[code];
  const link =
    more && hasGuides ? ` More: <a href="/docs/${more.page}#${more.anchor}">${escaped(more.title)}</a>.` : '';
  return `<h2 id="${code}"><a href="#${code}"><code>${code}</code></a></h2>
<p class="quiet">${status} · ${escaped(title)}</p><p>${marked(advice)}${link}</p>`;
}

function resultHtml(entry: CatalogueEntry): string {
  const { code, title, category, cause, fix, customerMessage } = entry;
  return `<section>
<p><code>${escaped(String(code))}</code> <strong>${escaped(title)}</strong></p>
<p class="quiet">${category} · ${retryText(entry)}</p>
<p>${escaped(cause)}</p><p>${escaped(fix)}</p><p class="quiet">To the customer: “${escaped(customerMessage)}”</p></section>`;
}

/**
 * The page that the `type` of every problem links to, with the same anchors as docs/errors.md.
 * @param options `hasGuides`: whether the guides are served below /docs, so that entries can link to them. `rails`: the
 *   networks whose result codes it has
 */
export function errorReferencePage({ hasGuides, rails }: { hasGuides: boolean; rails: readonly RailName[] }): string {
  const catalogue = rails
    .flatMap(familiesIn)
    .map(({ title, entries }) => `<h3>${title}</h3>${entries.map(resultHtml).join('\n')}`);
  const link = hasGuides ? '<p><a href="/docs/errors">This page in the guides, with search</a></p>' : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Tillgate API: errors</title>
<style>${style}</style></head><body><h1>Errors of the Tillgate API</h1><p>${marked(introduction)}</p>${link}
${errorCodes.map((code) => codeHtml(code, hasGuides)).join('\n')}
<h1 id="names-of-issues">Names of issues</h1><p>${marked(issuesIntroduction)}</p>
<dl>${issueTexts.map(({ name, text }) => `<dt><code>${name}</code></dt><dd>${escaped(text)}</dd>`).join('\n')}</dl>
<h1 id="result-codes">Result codes</h1><p>${marked(catalogueIntroduction)}</p>
${catalogue.join('\n')}</body></html>`;
}
