import { readAmount } from '@/features/money/entry';

/** A question to the payer, as typed. */
export type QuestionDraft = {
  label: string;
  kind: 'text' | 'number' | 'choice';
  required: boolean;
  /** One answer on each line. */
  choices: string;
};

/** A new link, as typed. */
export type LinkDraft = {
  kind: 'once' | 'many';
  title: string;
  description: string;
  /** The payer chooses the amount. */
  isOpen: boolean;
  amount: string;
  amountMin: string;
  amountMax: string;
  /** Amounts with commas between them. */
  choices: string;
  reference: string;
  prefix: string;
  /** As an input of date and time has it. */
  expires: string;
  paymentsMax: string;
  phone: string;
  returnUrl: string;
  language: 'auto' | 'en' | 'sw';
  questions: QuestionDraft[];
};

export const newLinkDraft: LinkDraft = {
  kind: 'once',
  title: '',
  description: '',
  isOpen: false,
  amount: '',
  amountMin: '',
  amountMax: '',
  choices: '',
  reference: '',
  prefix: '',
  expires: '',
  paymentsMax: '',
  phone: '',
  returnUrl: '',
  language: 'auto',
  questions: [],
};

export const newQuestion: QuestionDraft = { label: '', kind: 'text', required: true, choices: '' };
export const questionsMax = 5;

const given = (text: string) => text.trim() || undefined;
/** NaN for a text that is no amount: the server refuses it at its field. */
const sum = (text: string) => (text.trim() === '' ? undefined : (readAmount(text) ?? Number.NaN));
const lines = (text: string) => text.split('\n').flatMap((line) => given(line) ?? []);

/** The amounts to choose from; a text that is no amount is NaN. */
export function readChoices(text: string): number[] {
  return text.split(/[,;\s]+/).flatMap((each) => sum(each) ?? []);
}

const nameLengthMax = 20;

/** The names of the answers, from the questions: `size`, `your_name`, and `size_2` for a second one. */
export function answerNames(labels: readonly string[]): string[] {
  const names: string[] = [];
  for (const [index, label] of labels.entries()) {
    const plain = label
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, nameLengthMax);
    const name = plain || `answer_${index + 1}`;
    names.push(names.includes(name) ? `${name}_${index + 1}` : name);
  }
  return names;
}

/** What is sent. A field that the kind of link does not have is left out, whatever was typed in it before. */
export function linkOf(draft: LinkDraft, momentOf: (text: string) => Date | undefined) {
  const { kind, isOpen, questions } = draft;
  const choices = readChoices(draft.choices);
  const names = answerNames(questions.map(({ label }) => label));
  return {
    kind,
    title: draft.title.trim(),
    description: given(draft.description),
    ...(isOpen
      ? {
          amountMin: sum(draft.amountMin),
          amountMax: sum(draft.amountMax),
          choices: choices.length > 0 ? choices : undefined,
        }
      : { amount: sum(draft.amount) ?? Number.NaN }),
    ...(kind === 'once'
      ? { accountReference: given(draft.reference), phone: given(draft.phone) }
      : { referencePrefix: given(draft.prefix)?.toUpperCase(), paymentsMax: limitOf(draft.paymentsMax) }),
    expiresAt: momentOf(draft.expires)?.toISOString(),
    returnUrl: given(draft.returnUrl),
    language: draft.language,
    fields:
      questions.length > 0
        ? questions.map((question, index) => ({
            name: names[index] ?? '',
            label: question.label.trim(),
            kind: question.kind,
            required: question.required,
            ...(question.kind === 'choice' && { choices: lines(question.choices) }),
          }))
        : undefined,
  };
}

/** A limit of payments as typed: undefined for none, 0 for what is no number, which the server refuses at its field. */
export function limitOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : (readAmount(text) ?? 0);
}
