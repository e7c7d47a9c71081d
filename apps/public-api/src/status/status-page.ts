import { historyDays, type ProviderDay } from '@tillgate/domain/reading/provider-state';
import { type Html, html } from './html.ts';
import type { EnvironmentStatus, NetworkStatus, StatusReport } from './status-report.ts';
import { type Language, type Words, words } from './status-words.ts';

const style: Html = {
  markup: `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 18%, transparent);
--good: light-dark(#15803d, #4ade80); --slow: light-dark(#b45309, #fbbf24); --bad: light-dark(#b91c1c, #f87171); --none: light-dark(#a1a1aa, #52525b); }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
header, dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; align-items: baseline; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
dl { margin: 0; border-top: 1px solid var(--line); } dl div { border-bottom: 1px solid var(--line); padding: .6rem 0; } dd { margin: 0; } p { margin: .25rem 0; }
.quiet { opacity: .75; font-size: .9rem; } a { color: inherit; } .note { border-left: 4px solid var(--bad); padding: .25rem .75rem; margin: 1rem 0; }
.dot::before { content: ''; display: inline-block; width: .65em; height: .65em; border-radius: 50%; margin-right: .5em; background: var(--none); }
.answering::before, .working::before { background: var(--good); } .slow::before, .behind::before { background: var(--slow); } .silent::before, .away::before { background: var(--bad); }
.bars { display: flex; gap: 2px; height: 2rem; margin: .5rem 0 .25rem; } .bars span { flex: 1; min-width: 0; background: var(--none); opacity: .45; }
.bars .fine { background: var(--good); opacity: .55; } .bars .slow { background: var(--slow); opacity: 1; height: 80%; align-self: end; } .bars .silent { background: var(--bad); opacity: 1; }
table { border-collapse: collapse; font-size: .9rem; } th, td { text-align: left; padding: .2rem 1.25rem .2rem 0; font-weight: normal; border-bottom: 1px solid var(--line); }`,
};

const locales: Record<Language, string> = { en: 'en-GB', sw: 'sw' };
const formats = (options: Intl.DateTimeFormatOptions) => ({
  en: new Intl.DateTimeFormat(locales.en, options),
  sw: new Intl.DateTimeFormat(locales.sw, options),
});
const moments = formats({ timeZone: 'Africa/Nairobi', dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const dates = formats({ timeZone: 'UTC', dateStyle: 'medium' });

/** The whole page. It loads nothing, and has no script. */
export function statusPage(report: StatusReport, language: Language): string {
  const text = words[language];
  const other = language === 'en' ? 'sw' : 'en';
  const { provider, otherNetworks = [], parts } = report;
  const networks = provider ? [{ name: text.provider, ...provider }, ...otherNetworks] : [];
  const rows = (['api', 'database', 'worker'] as const).map(
    (part) =>
      html`<div><dt>${text.parts[part]}</dt><dd class="dot ${parts[part]}">${text.partStates[parts[part]]}</dd></div>\n`,
  );
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.title}</title><style>${style}</style></head><body>
<header><h1>${text.title}</h1><a href="?lang=${other}" hreflang="${other}" lang="${other}">${text.other}</a></header>
<p class="quiet">${text.asOf} ${timeHtml(report.at, language)}. ${text.zone}</p>
<main>${provider ? '' : html`<p class="note">${text.away}</p>`}${networks.map((network) => networkHtml(network, { text, language }))}
<h2>${text.system}</h2><dl>
${rows}</dl></main>
<footer><p class="quiet">${text.machine}: <a href="/status.json"><code>/status.json</code></a></p></footer>
</body></html>
`.markup;
}

const timeHtml = (iso: string, language: Language) =>
  html`<time datetime="${iso}">${moments[language].format(new Date(iso))}</time>`;

type Speech = { text: Words; language: Language };

function networkHtml(network: NetworkStatus & { name: string }, speech: Speech): Html {
  const environments = (['production', 'sandbox'] as const).map((environment) =>
    environmentHtml(network[environment], speech.text.environments[environment], speech),
  );
  return html`<h2>${network.name}</h2>
${environments}`;
}

function environmentHtml(status: EnvironmentStatus, name: string, speech: Speech): Html {
  const { text, language } = speech;
  const { state, since, days } = status;
  const advice = state === 'silent' || state === 'slow' ? html`<p>${text.advice[state]}</p>` : '';
  const began = since ? html` ${text.since} ${timeHtml(since, language)}` : '';
  return html`<section><h3>${name}</h3>
<p><strong class="dot ${state}">${text.states[state]}</strong>${began}</p>
${advice}${historyHtml(days, speech)}</section>`;
}

function kindOf(day: ProviderDay): 'silent' | 'slow' | 'fine' | 'unknown' {
  if (day.silentMinutes > 0) return 'silent';
  if (day.slowMinutes > 0) return 'slow';
  return day.knownMinutes > 0 ? 'fine' : 'unknown';
}

/** A bar for each day, and in words the days with trouble. */
function historyHtml(days: readonly ProviderDay[], { text, language }: Speech): Html {
  const name = ({ day }: ProviderDay) => dates[language].format(new Date(`${day}T00:00:00Z`));
  const bars = days.map((day) => {
    const kind = kindOf(day);
    return html`<span class="${kind}" title="${name(day)}: ${text.legend[kind]}"></span>`;
  });
  const troubled = days.filter((day) => day.silentMinutes + day.slowMinutes > 0).reverse();
  const label = troubled.length > 0 ? text.troubled(troubled.length) : text.none;
  const period = text.history(historyDays);
  const rows = troubled.map(
    (day) =>
      html`<tr><th scope="row">${name(day)}</th><td>${text.minutes(day.silentMinutes)}</td><td>${text.minutes(day.slowMinutes)}</td></tr>`,
  );
  const { columns } = text;
  const table = html`<details><summary>${label}</summary><table><thead><tr><th scope="col">${columns.day}</th><th scope="col">${columns.silent}</th><th scope="col">${columns.slow}</th></tr></thead><tbody>${rows}</tbody></table></details>`;
  return html`<p class="quiet">${period}</p><div class="bars" role="img" aria-label="${period}: ${label}">${bars}</div>
${troubled.length > 0 ? table : html`<p class="quiet">${label}</p>`}`;
}
