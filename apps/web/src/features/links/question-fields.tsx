'use client';

import { Button, Checkbox, Field, IconButton, Input, Select, Textarea } from '@tillgate/ui';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { issueBelow } from './amount-fields.tsx';
import { newQuestion, type QuestionDraft, questionsMax } from './link-draft.ts';

type Props = {
  questions: QuestionDraft[];
  onChange: (questions: QuestionDraft[]) => void;
  issues: Record<string, string>;
};

const kinds = ['text', 'number', 'choice'] as const;
const labelMax = 40;

/** Up to five questions to the payer. */
export function QuestionFields({ questions, onChange, issues }: Props) {
  const t = useTranslations('links.form.questions');
  const change = (at: number, to: Partial<QuestionDraft>) =>
    onChange(questions.map((question, index) => (index === at ? { ...question, ...to } : question)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium text-sm">{t('title')}</legend>
      <p className="text-muted-foreground text-xs">{t('help', { max: questionsMax })}</p>
      {questions.map((question, at) => (
        <Question
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place
          key={at}
          at={at}
          question={question}
          issues={issues}
          onChange={(to) => change(at, to)}
          onRemove={() => onChange(questions.filter((_, index) => index !== at))}
        />
      ))}
      {questions.length < questionsMax && (
        <Button icon={<Plus />} className="self-start" onClick={() => onChange([...questions, newQuestion])}>
          {t('add')}
        </Button>
      )}
    </fieldset>
  );
}

type QuestionProps = {
  at: number;
  question: QuestionDraft;
  issues: Record<string, string>;
  onChange: (to: Partial<QuestionDraft>) => void;
  onRemove: () => void;
};

function Question({ at, question, issues, onChange, onRemove }: QuestionProps) {
  const t = useTranslations('links.form.questions');
  return (
    <div className="flex flex-col gap-3 rounded-lg border p-3">
      <div className="flex items-end gap-2">
        <Field
          label={t('label', { number: at + 1 })}
          error={issues[`fields.${at}.label`] ?? issues[`fields.${at}.name`]}
          className="flex-1"
          required
        >
          <Input
            value={question.label}
            maxLength={labelMax}
            autoComplete="off"
            onChange={(event) => onChange({ label: event.target.value })}
          />
        </Field>
        <IconButton label={t('remove', { number: at + 1 })} icon={<Trash2 />} onClick={onRemove} />
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Field label={t('kind')} className="w-44">
          <Select
            value={question.kind}
            onValueChange={(value) => onChange({ kind: kinds.find((kind) => kind === value) ?? 'text' })}
            options={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          />
        </Field>
        <div className="flex min-h-8 items-center">
          <Checkbox
            label={t('required')}
            checked={question.required}
            onCheckedChange={(required) => onChange({ required })}
          />
        </div>
      </div>
      {question.kind === 'choice' && (
        <Field
          label={t('choices')}
          description={t('choicesHelp')}
          error={issueBelow(issues, `fields.${at}.choices`)}
          required
        >
          <Textarea value={question.choices} onChange={(event) => onChange({ choices: event.target.value })} />
        </Field>
      )}
    </div>
  );
}
