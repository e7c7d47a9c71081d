import { offerOf, type PublicLink } from '@tillgate/domain/links';
import { type Html, html, nothing } from '../html.ts';
import type { Words } from '../texts/english.ts';

/** Whether people can pay from the menu of their phone: money finds its link by the reference of one order alone. */
export function hasMenuWay(link: PublicLink): boolean {
  return link.offline && link.product === 'paybill' && link.accountReference !== null;
}

/** How to pay from the menu of the phone. */
export function menuWay(link: PublicLink, text: Words, { isOpen }: { isOpen: boolean }): Html {
  const { shortcode, accountReference } = link;
  if (!hasMenuWay(link) || shortcode === null || accountReference === null) return nothing;
  const { menu } = text;
  const offer = offerOf(link);
  const copied = (term: string, shown: string, copy: string | undefined) =>
    html`<div><dt>${term}</dt><dd><bdi>${shown}</bdi>${copy === undefined ? nothing : copyButton(term, copy, text)}</dd></div>\n`;
  const amount =
    offer.kind === 'fixed'
      ? copied(menu.amount, text.kes(offer.amount), String(offer.amount))
      : copied(menu.amount, text.form.yourAmount, undefined);
  return html`<details${isOpen ? html` open` : nothing}><summary>${menu.title}</summary>
<ol><li>${menu.step1}</li><li>${menu.step2}</li><li>${menu.step3}</li></ol>
<dl>
${copied(menu.business, shortcode, shortcode)}${copied(menu.account, accountReference, accountReference)}${amount}</dl>
<p class="soft">${menu.ussd} ${menu.after}</p></details>`;
}

/** Shown by the script, which does it. */
function copyButton(term: string, copy: string, { menu }: Words): Html {
  return html`<button type="button" class="copy" hidden data-copy="${copy}" data-copied="${menu.copied}">${menu.copy}<span class="unseen"> ${term}</span></button>`;
}
