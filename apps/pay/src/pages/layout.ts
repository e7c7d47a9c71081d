import type { PublicLink } from '@tillgate/domain/links';
import { type RailName, railsLabel } from '@tillgate/domain/rails/labels';
import { scriptAsset, styleAsset } from '../assets.ts';
import { type Html, html, nothing } from '../html.ts';
import { type Language, languageOf, type Reader, words } from '../texts/language.ts';

/** Who reads a page, and what all pages need to know of this installation. */
export type Scene = { reader: Reader; abuseEmail: string | undefined };

/** Whose page it is: a link or a receipt. */
type Shown = Pick<PublicLink, 'merchantName' | 'environment' | 'language'> & {
  accounts: readonly { rail: RailName }[];
};

export type Page = {
  title: string;
  /** Where the page can be opened again, without a language. */
  path: string;
  main: Html;
  /** Undefined where the page belongs to nobody, or to nobody who may be known. */
  link?: Shown | undefined;
  /** `good` and `bad` mark how it ended. */
  tone?: 'good' | 'bad' | undefined;
  /** Where the script asks whether it is still so. `reload`: it loads the page again then. */
  watch?: { path: string; stage: string; reload?: boolean } | undefined;
  /** Without a script, the page is loaded again after so many seconds. */
  refreshSeconds?: number | undefined;
  /** Whether it has a form that is sent to us. */
  hasForm?: boolean;
};

/** The query that keeps a chosen language; empty where the reader chose none. */
export function keepLanguage({ chosen }: Reader): string {
  return chosen ? `?lang=${chosen}` : '';
}

/** The same as an input of a form that is sent by GET. */
export function languageInput({ chosen }: Reader): Html {
  return chosen ? html`<input type="hidden" name="lang" value="${chosen}">` : nothing;
}

/** How a page speaks. */
export function speak(scene: Scene, link?: Pick<PublicLink, 'language'>) {
  const language = languageOf(scene.reader, link);
  return { language, text: words[language] };
}

/** A whole page. */
export function pageHtml(page: Page, scene: Scene): string {
  const { link, watch, tone } = page;
  const { language, text } = speak(scene, link);
  const other: Language = language === 'en' ? 'sw' : 'en';
  const refresh =
    page.refreshSeconds === undefined
      ? nothing
      : html`<noscript><meta http-equiv="refresh" content="${page.refreshSeconds}"></noscript>\n`;
  // The header of all pages lets browsers say nothing of where a request comes from, not even to ourselves, so that they
  // would send a form with the Origin "null". This lets them name the host, and never the address of the page.
  const referrer = page.hasForm ? html`<meta name="referrer" content="strict-origin">\n` : nothing;
  const state = watch
    ? html` data-state="${watch.path}" data-stage="${watch.stage}"${watch.reload ? html` data-reload="yes"` : nothing}`
    : nothing;
  const shop = link ? html`<p><bdi>${link.merchantName}</bdi></p>` : html`<p></p>`;
  const isSandbox = link?.environment === 'sandbox';
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${referrer}${refresh}<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styleAsset.path}">
<script src="${scriptAsset.path}" defer></script>
</head>
<body>
<header>${shop}<a href="${page.path}?lang=${other}" hreflang="${other}" lang="${other}">${text.other}</a>${isSandbox ? html`<p class="note">${text.sandbox}</p>` : nothing}</header>
<main${tone ? html` class="${tone}"` : nothing}${state}>
${page.main}
</main>
<p id="status" class="unseen" role="status" aria-live="polite"></p>
<footer>${footerHtml(scene, link)}</footer>
</body>
</html>
`.markup;
}

function footerHtml(scene: Scene, link: Shown | undefined): Html {
  const { text, language } = speak(scene, link);
  if (!link) return nothing;
  const networks = railsLabel(
    link.accounts.map(({ rail }) => rail),
    language,
  );
  const { pin, report, reportSubject, reportBody } = text.footer;
  const mail =
    scene.abuseEmail === undefined
      ? nothing
      : html`<p><a href="mailto:${scene.abuseEmail}?subject=${encodeURIComponent(reportSubject(link.merchantName))}&body=${encodeURIComponent(`${reportBody} `)}">${report}</a></p>`;
  return html`<p>${pin(networks)}</p>${mail}`;
}
