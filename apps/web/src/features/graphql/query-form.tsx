'use client';

import { Button, Field, Select, Textarea } from '@tillgate/ui';
import { Play } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { type ReadyQuery, readyQueries } from './ready-queries.ts';
import type { Asked } from './run-query.ts';

type Props = {
  asked: Asked;
  onChange(asked: Asked): void;
  onRun(): void;
  isPending: boolean;
  areVariablesWrong: boolean;
  /** Beside the button that runs the query. */
  children: ReactNode;
};

const names = Object.keys(readyQueries) as ReadyQuery[];

/** A query and its variables. Control or Command and Enter run it from either. */
export function QueryForm({ asked, onChange, onRun, isPending, areVariablesWrong, children }: Props) {
  const t = useTranslations('graphql');
  const chosen = names.find((name) => readyQueries[name] === asked.query) ?? '';
  function runByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onRun();
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <Field label={t('ready')}>
        <Select
          value={chosen}
          placeholder={t('own')}
          options={names.map((name) => ({ value: name, label: t(`queries.${name}`) }))}
          onValueChange={(name) => {
            const query = names.find((known) => known === name);
            if (query) onChange({ ...asked, query: readyQueries[query] });
          }}
        />
      </Field>
      <Field label={t('query')} description={t('queryHelp')}>
        <Textarea
          mono
          rows={12}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          className="max-h-[60vh] text-xs"
          value={asked.query}
          onChange={({ target }) => onChange({ ...asked, query: target.value })}
          onKeyDown={runByKey}
        />
      </Field>
      <Field label={t('variables')} error={areVariablesWrong ? t('variablesWrong') : undefined}>
        <Textarea
          mono
          rows={5}
          spellCheck={false}
          autoCapitalize="off"
          className="text-xs"
          value={asked.variables}
          onChange={({ target }) => onChange({ ...asked, variables: target.value })}
          onKeyDown={runByKey}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" isPending={isPending} icon={<Play />}>
          {t('run')}
        </Button>
        {children}
      </div>
    </form>
  );
}
