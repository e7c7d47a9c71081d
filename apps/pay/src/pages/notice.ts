import type { PageState, PublicLink } from '@tillgate/domain/links';
import { html } from '../html.ts';
import type { Words } from '../texts/english.ts';
import { type Page, pageHtml, type Scene, speak } from './layout.ts';
import { place } from './money.ts';

/** A page that says what it is and what to do, and no more. */
function notice(title: string, text: string): Pick<Page, 'title' | 'main'> {
  return { title, main: html`<h1 tabindex="-1">${title}</h1>\n<p>${text}</p>` };
}

/** The page of a link that nobody can pay on now. It has the title of the link, and nothing else of it but the name. */
export function closedPage(
  scene: Scene,
  { link, path, state }: { link: PublicLink; path: string; state: Exclude<PageState, 'open' | 'spent'> },
): string {
  const { text } = speak(scene, link);
  const { title, text: what } = text.ended[state];
  const to = state === 'unavailable' ? undefined : place(link, text);
  const shop = to === undefined ? '' : html`\n<p class="soft"><bdi>${link.merchantName}</bdi> (${to})</p>`;
  const main = html`<h1 tabindex="-1"><span class="mark">${title}</span></h1>
<p><strong><bdi>${link.title}</bdi></strong></p>${shop}
<p>${what}</p>`;
  return pageHtml({ title, main, path, link, tone: state === 'paid' ? 'good' : undefined }, scene);
}

/** The page of an address that leads nowhere, and of a request that we do not take. */
export function faultPage(scene: Scene, path: string, fault: Exclude<keyof Words['faults'], 'tooMany'>): string {
  const { text } = speak(scene);
  return pageHtml({ ...notice(text.faults[fault].title, text.faults[fault].text), path }, scene);
}

export function tooManyPage(scene: Scene, path: string, seconds: number): string {
  const { title, text } = speak(scene).text.faults.tooMany;
  return pageHtml({ ...notice(title, text(seconds)), path }, scene);
}
