import {
  type FormProblem,
  formNames,
  maskedPhone,
  offerOf,
  type PublicLink,
  type TypedForm,
} from '@tillgate/domain/links';
import { samplePhone } from '@tillgate/domain/rails/labels';
import { type Html, html, nothing } from '../html.ts';
import type { Words } from '../texts/english.ts';
import { railsOf } from './networks.ts';

/** What sentences about a form are made from: `networks` as the page names them. */
type Said = { link: PublicLink; text: Words; networks: string };

/** What the inputs of a form are made from. */
export type Inputs = Said & { typed: TypedForm; problems: readonly FormProblem[] };

export function problemText(problem: FormProblem, { link, text, networks }: Said): string {
  const { errors, kes } = text;
  if ('amount' in problem) return errors[problem.why](kes(problem.amount));
  const said = errors[problem.why];
  return typeof said === 'string' ? said : said(networks, samplePhone(railsOf(link)));
}

type Field = { input: string; label: Html | string; hint?: string; control: (described: Html) => Html };

/** A label, what is wrong, what helps, and the control itself, tied together for those who hear the page. */
function field(inputs: Inputs, { input, label, hint, control }: Field): Html {
  const problem = inputs.problems.find((each) => each.input === input);
  const why = problem ? html`<p class="why" id="${input}-why">${problemText(problem, inputs)}</p>` : nothing;
  const help = hint === undefined ? nothing : html`<p class="hint" id="${input}-hint">${hint}</p>`;
  const ids = [...(problem ? [`${input}-why`] : []), ...(hint === undefined ? [] : [`${input}-hint`])].join(' ');
  const described = html`${ids === '' ? nothing : html` aria-describedby="${ids}"`}${problem ? html` aria-invalid="true"` : nothing}`;
  return html`<div class="field${problem ? ' wrong' : ''}"><label for="${input}">${label}</label>${help}${why}${control(described)}</div>\n`;
}

const box = (input: string, value: string, more: Html, described: Html) =>
  html`<input class="box" id="${input}" name="${input}" value="${value}"${more}${described}>`;

export function phoneInput(inputs: Inputs): Html {
  const { link, typed, text, networks } = inputs;
  const input = formNames.phone;
  const masked = link.phone === null ? undefined : maskedPhone(link.phone);
  const more = html` type="tel" inputmode="tel" autocomplete="tel" maxlength="32" required${masked === undefined ? nothing : html` data-masked="${masked}"`}`;
  return field(inputs, {
    input,
    label: text.form.phone(networks),
    hint: masked === undefined ? text.form.phoneHint(samplePhone(railsOf(link))) : text.form.phoneKnownHint,
    control: (described) => box(input, typed[input] ?? masked ?? '', more, described),
  });
}

const amountBox = html` type="text" inputmode="numeric" autocomplete="off" maxlength="15"`;

export function amountInput(inputs: Inputs): Html {
  const { link, typed, text } = inputs;
  const { amount: input, otherAmount } = formNames;
  const offer = offerOf(link);
  // The id is where a message about a changed amount leads to.
  if (offer.kind === 'fixed')
    return html`<input type="hidden" id="${input}" name="${input}" value="${offer.amount}">\n`;
  const hintOf = ({ min, max }: { min: number; max: number }) => text.form.amountHint(text.kes(min), text.kes(max));
  if (offer.kind === 'typed') {
    return field(inputs, {
      input,
      label: text.form.amount,
      hint: hintOf(offer.bounds),
      control: (described) => box(input, typed[input] ?? '', html`${amountBox} required`, described),
    });
  }
  const problem = inputs.problems.find((each) => each.input === input);
  const pick = (id: string, value: string, label: string) =>
    html`<label class="pick"><input type="radio" id="${id}" name="${input}" value="${value}"${typed[input] === value ? html` checked` : nothing}> ${label}</label>`;
  // The first has the id that a message leads to.
  const picks = offer.choices.map((choice, index) =>
    pick(index === 0 ? input : `${input}_${index}`, String(choice), text.kes(choice)),
  );
  const other = offer.bounds
    ? html`${pick(`${input}_other`, 'other', text.form.otherAmount)}${field(inputs, {
        input: otherAmount,
        label: html`<span class="unseen">${text.form.otherAmount}, ${text.form.amount}</span>`,
        hint: hintOf(offer.bounds),
        control: (described) =>
          box(otherAmount, typed[otherAmount] ?? '', html`${amountBox} data-other="yes"`, described),
      })}`
    : nothing;
  const why = problem ? html`<p class="why" id="${input}-why">${problemText(problem, inputs)}</p>` : nothing;
  return html`<fieldset${problem ? html` class="wrong" aria-describedby="${input}-why"` : nothing}><legend>${text.form.amountChoose}</legend>${why}${picks}${other}</fieldset>\n`;
}

export function answerInputs(inputs: Inputs): Html {
  const { link, typed, text } = inputs;
  const all = link.fields.map(({ name, label, kind, required, choices = [] }) => {
    const input = formNames.answer(name);
    const value = typed[input] ?? '';
    const optional = required ? nothing : html` <span class="soft">(${text.form.optional})</span>`;
    const needed = required ? html` required` : nothing;
    return field(inputs, {
      input,
      label: html`<bdi>${label}</bdi>${optional}`,
      control: (described) =>
        kind === 'choice'
          ? html`<select class="box" id="${input}" name="${input}"${needed}${described}><option value="">${text.form.choose}</option>${choices.map(
              (choice) =>
                html`<option value="${choice}"${choice.trim() === value.trim() ? html` selected` : nothing}>${choice}</option>`,
            )}</select>`
          : box(
              input,
              value,
              html` type="text" maxlength="200" autocomplete="off"${kind === 'number' ? html` inputmode="decimal"` : nothing}${needed}`,
              described,
            ),
    });
  });
  return html`${all}`;
}
