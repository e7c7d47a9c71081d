import {
  type FormProblem,
  formNames,
  maskedPhone,
  offerOf,
  type PublicLink,
  pageStateOf,
  type TypedForm,
} from '@tillgate/domain/links';
import { type Html, html, nothing } from '../html.ts';
import { timeText } from '../texts/language.ts';
import { amountInput, answerInputs, type Inputs, phoneInput, problemText } from './inputs.ts';
import { keepLanguage, pageHtml, type Scene, speak } from './layout.ts';
import { hasMenuWay, menuWay } from './menu-way.ts';
import { receiver } from './money.ts';
import { networksOf } from './networks.ts';

export type FormView = {
  link: PublicLink;
  path: string;
  visit: string;
  /** What was typed before. */
  typed: TypedForm;
  problems: readonly FormProblem[];
  /** Why the form came back, where nothing that was typed is wrong: it was open for too long, or too many people pay now. */
  notice: { kind: 'late' } | { kind: 'busy'; seconds: number } | undefined;
  /** Whether to offer the tick that says that an earlier payment did not go through. */
  asksRepeat: boolean;
};

/** What the page of a link stands at: it changes when money comes, and when the link ends. */
export function linkStage(link: PublicLink): string {
  return `${pageStateOf(link)} ${link.paidAmount} ${link.heldAmount ?? ''}`.trim();
}

/** What the page says of the link, above the way to pay. */
function linkHead(scene: Scene, link: PublicLink): Html {
  const { text, language } = speak(scene, link);
  const offer = offerOf(link);
  const to = receiver(link, text);
  const description = link.description ? html`<p class="lines"><bdi>${link.description}</bdi></p>\n` : nothing;
  const received =
    link.amount !== null && link.paidAmount > 0
      ? html`<p class="note">${text.form.received(text.kes(link.paidAmount), text.kes(link.amount))}</p>\n`
      : nothing;
  const held =
    link.heldAmount === null
      ? nothing
      : html`<p class="note" role="status">${text.form.held(text.kes(link.heldAmount))}</p>\n`;
  const until = link.expiresAt
    ? html`<p class="soft">${text.form.expires} <time datetime="${link.expiresAt.toISOString()}">${timeText(link.expiresAt, language)}</time></p>\n`
    : nothing;
  return html`<h1 tabindex="-1"><bdi>${link.title}</bdi></h1>
<p>${text.form.payTo(link.merchantName, to.slice(link.merchantName.length + 2, -1))}</p>
${description}${offer.kind === 'fixed' ? html`<p class="sum">${text.kes(offer.amount)}</p>\n` : nothing}${received}${held}${until}`;
}

/** Somebody may pay from the menu while the page is open. A form that was begun stays. */
const watchOf = (link: PublicLink, path: string) =>
  hasMenuWay(link) ? ({ path: `${path}/state`, stage: linkStage(link), reload: true } as const) : undefined;

/** The page on which people pay. */
export function formPage(scene: Scene, view: FormView): string {
  const { link, path, problems, notice } = view;
  const { text, language } = speak(scene, link);
  const offer = offerOf(link);
  const networks = networksOf(link, language);
  const inputs: Inputs = { link, typed: view.typed, problems, text, networks };
  const isWrong = problems.length > 0 || notice !== undefined;
  const main = html`${isWrong ? summary(inputs, notice) : nothing}${linkHead(scene, link)}<form method="post" action="${path}/pay${keepLanguage(scene.reader)}" novalidate>
<input type="hidden" name="${formNames.visit}" value="${view.visit}">
${amountInput(inputs)}${phoneInput(inputs)}${answerInputs(inputs)}${repeatInput(view, inputs)}<p>${willHappen(view, receiver(link, text), inputs)}</p>
<button>${offer.kind === 'fixed' ? text.form.pay(text.kes(offer.amount)) : text.form.payAny}</button>
</form>
${menuWay(link, text, { isOpen: false })}`;
  const title = `${link.title} · ${link.merchantName}`;
  const shown = isWrong ? `${text.errors.prefix}: ${title}` : title;
  return pageHtml({ title: shown, path, link, main, hasForm: true, watch: watchOf(link, path) }, scene);
}

/** The page of a link that has asked so many phones that it asks none any more. */
export function spentPage(scene: Scene, { link, path }: Pick<FormView, 'link' | 'path'>): string {
  const { text } = speak(scene, link);
  const way = hasMenuWay(link) ? text.spent.menu : text.advice.ask(link.merchantName);
  const main = html`${linkHead(scene, link)}<p class="note">${text.spent.text} ${way}</p>
${menuWay(link, text, { isOpen: true })}`;
  return pageHtml(
    { title: `${link.title} · ${link.merchantName}`, path, link, main, watch: watchOf(link, path) },
    scene,
  );
}

/** Stands for the phone while a sentence is made. */
const mark = '\uE000';

/** In words what the button does. */
function willHappen({ link, typed }: FormView, to: string, { text: { form, kes }, networks }: Inputs): Html {
  const offer = offerOf(link);
  const amount = offer.kind === 'fixed' ? kes(offer.amount) : form.yourAmount;
  if (link.phone === null) return html`${form.willTyped(networks, amount, to)}`;
  const masked = maskedPhone(link.phone);
  const phone = typed[formNames.phone]?.trim() || masked;
  const [before = '', after = ''] = form.will(networks, mark, amount, to).split(mark);
  // The script puts there what is typed.
  return html`${before}<span data-phone="${masked}">${phone}</span>${after}`;
}

/** All that is wrong, above everything else, with a way to each input. */
function summary(inputs: Inputs, notice: FormView['notice']): Html {
  const { link, problems, text } = inputs;
  const items = problems.map(
    (problem) => html`<li><a href="#${problem.input}">${nameOf(problem, link)}${problemText(problem, inputs)}</a></li>`,
  );
  const why = notice?.kind === 'busy' ? text.errors.busy(text.wait(notice.seconds)) : text.errors.late;
  const late = notice ? html`<p>${why}</p>` : nothing;
  return html`<div class="summary" role="alert" tabindex="-1"><h2>${text.errors.title}</h2>${late}${items.length > 0 ? html`<ul>${items}</ul>` : nothing}</div>\n`;
}

/** Which question of the link a problem is about. The sentences about phone and amount say it themselves. */
function nameOf({ input }: FormProblem, { fields }: PublicLink): Html {
  const field = fields.find(({ name }) => formNames.answer(name) === input);
  return field ? html`<bdi>${field.label}</bdi>: ` : nothing;
}

function repeatInput({ asksRepeat, typed }: FormView, { text: { form }, networks }: Inputs): Html {
  if (!asksRepeat) return nothing;
  const isTicked = typed[formNames.repeat] === 'yes';
  return html`<div class="field"><input type="hidden" name="again" value="1"><label class="pick"><input type="checkbox" name="${formNames.repeat}" value="yes" aria-describedby="repeat-hint"${isTicked ? html` checked` : nothing}> ${form.repeat(networks)}</label>
<p class="hint" id="repeat-hint">${form.repeatHint}</p></div>\n`;
}
