import { numberOf, railLabel, railOfAddress } from '@tillgate/domain/rails';
import type { PublicReceipt } from '@tillgate/domain/receipts';
import { type Html, html, nothing } from '../html.ts';
import { timeText } from '../texts/language.ts';
import { pageHtml, type Scene, speak } from './layout.ts';

/** A receipt, to read and to print. */
export function receiptPage(scene: Scene, { receipt, path }: { receipt: PublicReceipt; path: string }): string {
  const { text, language } = speak(scene, receipt);
  const words = text.receipt;
  const { merchantName, shortcode, title, amount, refunded, providerReceipt, reference, maskedPhone, paidAt } = receipt;
  const rail = railOfAddress(shortcode);
  const rows: [string, string | null][] = [
    [words.to, `${merchantName} (${numberOf(shortcode)})`],
    [words.what, title],
    [text.attempt.receipt(railLabel(rail)), providerReceipt],
    [text.attempt.reference, reference],
    [words.phone, maskedPhone],
    [text.attempt.time, timeText(paidAt, language)],
    ...receipt.answers.map(({ label, answer }): [string, string] => [label, answer]),
  ];
  const list = rows.flatMap(([term, value]) =>
    value === null ? [] : [html`<div><dt><bdi>${term}</bdi></dt><dd><bdi>${value}</bdi></dd></div>\n`],
  );
  const main = html`<h1 tabindex="-1"><span class="mark">${words.title}</span></h1>
<p class="sum">${text.kes(amount)}</p>
${refundedHtml(refunded, amount, text)}<dl>
${list}</dl>
<p class="soft">${words.noInvoice}</p>
<p class="screen"><button type="button" hidden data-print="yes">${words.print}</button></p>`;
  return pageHtml(
    { title: `${words.title} · ${merchantName}`, path, link: { ...receipt, accounts: [{ rail }] }, main, tone: 'good' },
    scene,
  );
}

/** What of the money went back. */
export function refundedHtml(
  refunded: number,
  amount: number,
  { receipt, kes }: ReturnType<typeof speak>['text'],
): Html {
  if (refunded === 0) return nothing;
  return html`<p class="note">${refunded >= amount ? receipt.refunded : receipt.refundedPart(kes(refunded))}</p>\n`;
}
