import { type PublicAttempt, type PublicLink, pageStateOf, retryGuidance } from '@tillgate/domain/links';
import { type RailName, railLabel } from '@tillgate/domain/rails/labels';
import { type Html, html, nothing } from '../html.ts';
import type { Words } from '../texts/english.ts';
import { timeText } from '../texts/language.ts';
import { isFinal, refreshAfter, type Stage, stageOf } from './attempt-stage.ts';
import { linkStage } from './form-page.ts';
import { keepLanguage, languageInput, pageHtml, type Scene, speak } from './layout.ts';
import { hasMenuWay, menuWay } from './menu-way.ts';
import { receiver } from './money.ts';
import { networkOf } from './networks.ts';
import { refundedHtml } from './receipt-page.ts';
import { resultText } from './results.ts';

export type AttemptView = {
  link: PublicLink;
  attempt: PublicAttempt;
  /** Of the link's page, and below it that of the attempt. */
  linkPath: string;
  path: string;
  /** Where its receipt is once it is paid. */
  receiptPath: string;
  now: Date;
};

/** What the page says now, for the page and for its script. */
export type Told = {
  stage: Stage;
  isFinal: boolean;
  title: string;
  /** The sentence that is read out. */
  status: string;
  html: Html;
  tone: 'good' | 'bad' | undefined;
  /** Where the script looks from now on, where it is not the attempt: the link may be paid in another way. */
  watch: { path: string; stage: string; reload: true } | undefined;
  /** After how many seconds there is something new to see. */
  refreshSeconds: number | undefined;
};

type Said = {
  title: string;
  text: string;
  more?: Html;
  showsMenu?: boolean;
  tone?: 'good' | 'bad';
  refreshSeconds?: number | undefined;
};

/** The page of an attempt. */
export function attemptPage(scene: Scene, view: AttemptView): string {
  const { link, path, now } = view;
  const told = tellAttempt(scene, view);
  const watch = told.isFinal ? told.watch : { path: `${path}/state${keepLanguage(scene.reader)}`, stage: told.stage };
  const refreshSeconds = told.isFinal ? told.refreshSeconds : refreshAfter(view.attempt, now);
  const { title, html: main, tone } = told;
  return pageHtml({ title, path, link, main, tone, watch, refreshSeconds }, scene);
}

export function tellAttempt(scene: Scene, view: AttemptView): Told {
  const { link, attempt, now } = view;
  const { text } = speak(scene, link);
  const stage = stageOf(attempt, now);
  const said = say(stage, scene, view);
  const isOver = isFinal(stage);
  const later = isOver || refreshAfter(attempt, now) !== undefined ? nothing : html`\n<p>${text.attempt.later}</p>`;
  const main = html`<h1 tabindex="-1" data-focus="yes"><span class="mark">${said.title}</span></h1>
<p>${said.text}</p>${said.more ?? nothing}${later}`;
  return {
    watch: said.showsMenu ? { path: `${view.linkPath}/state`, stage: linkStage(link), reload: true } : undefined,
    ...{ stage, isFinal: isOver, html: main, tone: said.tone, refreshSeconds: said.refreshSeconds },
    title: `${said.title} · ${link.merchantName}`,
    status: `${said.title}. ${said.text}`,
  };
}

function say(stage: Stage, scene: Scene, view: AttemptView): Said {
  const { link, attempt } = view;
  const { text, language } = speak(scene, link);
  const network = networkOf(attempt, link, language);
  const { asking, check, finding, stale } = text.attempt;
  const amount = text.kes(attempt.amount);
  switch (stage) {
    case 'asking':
      return { title: asking.title(network), text: asking.text(attempt.maskedPhone) };
    case 'check':
      return {
        title: check.title,
        text: check.text(network, attempt.maskedPhone, amount, receiver(link, text, attempt.rail)),
        more: sinceHtml(scene, view),
      };
    case 'finding':
      return { title: finding.title, text: finding.text(network), more: sinceHtml(scene, view) };
    case 'paid':
      return sayPaid(scene, view);
    case 'failed':
      return sayFailed(scene, view);
    case 'refused':
      return sayRefused(scene, view);
    case 'stale':
      return { title: stale.title, text: stale.text, tone: 'bad', more: retryHtml(scene, view, 0) };
  }
}

/** How long ago the phone was asked, and what the message on it names. The script counts on. */
function sinceHtml(scene: Scene, { link, attempt, now }: AttemptView): Html {
  const { text } = speak(scene, link);
  const since = Math.max(0, Math.round((now.getTime() - (attempt.askedAt ?? attempt.createdAt).getTime()) / 1000));
  const [before = '', after = ''] = text.attempt.since('|').split('|');
  const reference = attempt.reference
    ? html`<dl><div><dt>${text.attempt.reference}</dt><dd><bdi>${attempt.reference}</bdi></dd></div></dl>`
    : nothing;
  return html`\n<p class="soft">${before}<span data-since="${since}">${since}</span>${after}</p>${reference}`;
}

function sayPaid(scene: Scene, { link, attempt, receiptPath }: AttemptView): Said {
  const { text, language } = speak(scene, link);
  const { paid, receipt, reference, time, back } = text.attempt;
  const rows: [string, string | null][] = [
    [text.attempt.amount, text.kes(attempt.paidAmount ?? attempt.amount)],
    [receipt(networkOf(attempt, link, language)), attempt.receipt],
    [reference, attempt.reference],
    [time, attempt.settledAt && timeText(attempt.settledAt, language)],
  ];
  const list = rows.flatMap(([term, value]) =>
    value === null ? [] : [html`<div><dt>${term}</dt><dd><bdi>${value}</bdi></dd></div>\n`],
  );
  const address = returnAddress(link, attempt);
  const toReceipt = html`<p><a href="${receiptPath}${keepLanguage(scene.reader)}">${text.receipt.open}</a></p>`;
  const way = address
    ? html`<p><a class="button" href="${address}" rel="noreferrer">${back(link.merchantName)}</a></p>`
    : nothing;
  const refund = refundedHtml(attempt.refunded, attempt.paidAmount ?? attempt.amount, text);
  return {
    title: paid.title,
    text: paid.text(text.kes(attempt.paidAmount ?? attempt.amount), receiver(link, text, attempt.rail)),
    tone: 'good',
    more: html`\n${refund}<p><bdi>${link.title}</bdi></p>\n<dl>${list}</dl>${toReceipt}${way}`,
  };
}

function returnAddress({ id, returnUrl, isSuspended }: PublicLink, { paymentId }: PublicAttempt): string | undefined {
  if (returnUrl === null || isSuspended) return undefined;
  const address = new URL(returnUrl);
  address.searchParams.set('linkId', id);
  if (paymentId !== null) address.searchParams.set('paymentId', paymentId);
  return address.href;
}

function sayFailed(scene: Scene, view: AttemptView): Said {
  const { link, attempt, now } = view;
  const { text } = speak(scene, link);
  const { resultCode, resultDesc, settledAt, createdAt } = attempt;
  const { advice, waitSeconds } = retryGuidance(resultCode, settledAt ?? createdAt, now);
  const failed = {
    title: text.attempt.failed.title,
    text: resultText({ code: resultCode, desc: resultDesc }, text),
    tone: 'bad' as const,
  };
  if (pageStateOf(link) === 'paid') {
    return { ...failed, more: html`\n<p><strong>${text.refusals.link_paid}</strong></p>\n${wayBack(scene, view)}` };
  }
  const isMenu = advice === 'menu' && hasMenuWay(link);
  const isOver = advice === 'menu' || advice === 'ask';
  const what =
    advice === 'ask' || (advice === 'menu' && !isMenu)
      ? text.advice.ask(link.merchantName)
      : adviceText(advice, attempt.rail, text);
  const takesMenu = ['open', 'spent'].includes(pageStateOf(link));
  const menu = takesMenu && (isMenu || advice === 'phone_on') ? menuWay(link, text, { isOpen: isMenu }) : nothing;
  const way = isOver ? wayBack(scene, view) : retryHtml(scene, view, waitSeconds);
  return {
    ...failed,
    showsMenu: menu !== nothing,
    more: html`\n<p>${what}</p>\n${way}${menu}`,
    refreshSeconds: refreshForWait(waitSeconds),
  };
}

type Advice = Exclude<ReturnType<typeof retryGuidance>['advice'], 'ask'>;

/** What a payer does about a result of a network. */
function adviceText(advice: Advice, rail: RailName | null, { advice: words }: Words): string {
  const { [advice]: said } = words;
  if (typeof said === 'function') return said(railLabel(rail ?? 'mpesa'));
  return advice === 'phone_on' && (rail ?? 'mpesa') !== 'mpesa' ? words.phone_on_other : said;
}

const refusalsThatEnd = new Set(['link_ended', 'link_paid', 'link_full']);

function sayRefused(scene: Scene, view: AttemptView): Said {
  const { link, attempt, now } = view;
  const { text } = speak(scene, link);
  const { refusal, retryAt } = attempt;
  const known =
    refusal !== null && Object.hasOwn(text.refusals, refusal) ? (refusal as keyof typeof text.refusals) : 'not_sent';
  const waitSeconds = retryAt ? Math.max(0, Math.ceil((retryAt.getTime() - now.getTime()) / 1000)) : 0;
  return {
    title: text.attempt.refused.title,
    text: text.refusals[known],
    tone: 'bad',
    more: refusalsThatEnd.has(known)
      ? wayBack(scene, view)
      : retryHtml(scene, view, waitSeconds, { isAgain: known === 'payment_open' }),
    refreshSeconds: refreshForWait(waitSeconds),
  };
}

function refreshForWait(waitSeconds: number): number | undefined {
  return waitSeconds > 0 ? waitSeconds + 1 : undefined;
}

/** When somebody can try again. The script counts seconds down, and leaves minutes alone. */
function countdown(waitSeconds: number, text: Words): Html {
  const sentence = text.attempt.retryIn(text.wait(waitSeconds));
  const [before = '', after] = sentence.split(String(waitSeconds));
  return after === undefined
    ? html`${sentence}`
    : html`${before}<span data-left="${waitSeconds}">${waitSeconds}</span>${after}`;
}

/** The way to the form again, for a new visit, once the time has come. */
function retryHtml(scene: Scene, view: AttemptView, waitSeconds: number, { isAgain = false } = {}): Html {
  const { link, linkPath } = view;
  const { text } = speak(scene, link);
  if (pageStateOf(link) !== 'open') return wayBack(scene, view);
  const again = isAgain ? html`<input type="hidden" name="again" value="1">` : nothing;
  const isEarly = waitSeconds > 0;
  const wait = isEarly ? html`<p data-wait="${waitSeconds}">${countdown(waitSeconds, text)}</p>` : nothing;
  return html`${wait}<form method="get" action="${linkPath}">${languageInput(scene.reader)}${again}<button${isEarly ? html` disabled data-wait="${waitSeconds}"` : nothing}>${text.attempt.retry}</button></form>`;
}

function wayBack(scene: Scene, { link, linkPath }: AttemptView): Html {
  return html`<p><a href="${linkPath}${keepLanguage(scene.reader)}">${speak(scene, link).text.attempt.toPage}</a></p>`;
}
