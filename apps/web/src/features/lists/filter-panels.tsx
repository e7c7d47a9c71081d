'use client';

import { Checkbox, Field, FilterPanel, Input, RadioGroup } from '@tillgate/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { readAmount } from '@/features/money/entry';
import type { PanelProps } from './filter-controls.tsx';
import type { AmountFilter, GroupFilter, TextFilter } from './filters.ts';
import { useFilterTexts } from './use-filter-texts.ts';

const textLengthMax = 100;

/** What the button of a filter opens, by the kind of filter. It starts from the address each time it opens. */
export function StandardPanel(props: PanelProps) {
  const { filter } = props;
  switch (filter.kind) {
    case 'choice':
      return <ChoicePanel {...props} />;
    case 'text':
      return <TextPanel {...props} filter={filter} />;
    case 'amount':
      return <AmountPanel {...props} filter={filter} />;
    case 'group':
      return <GroupPanel {...props} filter={filter} />;
    default:
      return null;
  }
}

type FrameProps = PanelProps & { onApply: () => void; children: ReactNode };

/** A panel whose fields apply together, with Enter or the button. */
export function AppliedPanel({ filter, label, list, anchor, onClose, onApply, children }: FrameProps) {
  const t = useTranslations('lists');
  const isOn = filter.params.some((name) => list.values[name] !== undefined);
  const clear = () => list.set(Object.fromEntries(filter.params.map((name) => [name, undefined])));
  return (
    <FilterPanel
      label={label}
      anchor={anchor}
      onClose={onClose}
      onApply={onApply}
      applyLabel={t('apply')}
      onClear={isOn ? clear : undefined}
    >
      {children}
    </FilterPanel>
  );
}

/** Applies the choice at once and closes. */
function ChoicePanel({ filter: { name }, label, list, options, anchor, onClose }: PanelProps) {
  const value = list.values[name];
  const choose = (next: string) => {
    list.set({ [name]: next });
    onClose();
  };
  return (
    <FilterPanel
      label={label}
      anchor={anchor}
      onClose={onClose}
      onClear={value === undefined ? undefined : () => list.set({ [name]: undefined })}
    >
      <RadioGroup label={label} hideLabel options={options} value={value ?? ''} onValueChange={choose} />
    </FilterPanel>
  );
}

function TextPanel(props: PanelProps & { filter: TextFilter }) {
  const { filter, list, onClose } = props;
  const [draft, setDraft] = useState(list.values[filter.name] ?? '');
  const apply = () => {
    list.set({ [filter.name]: draft.trim() });
    onClose();
  };
  return (
    <AppliedPanel {...props} onApply={apply}>
      <TextField filter={filter} feature={list.definition.feature} value={draft} onChange={setDraft} />
    </AppliedPanel>
  );
}

type TextFieldProps = { filter: TextFilter; feature: string; value: string; onChange: (text: string) => void };

function TextField({ filter, feature, value, onChange }: TextFieldProps) {
  const { name, hasHelp, isPlain, maxLength = textLengthMax, placeholder } = filter;
  const texts = useFilterTexts(feature);
  return (
    <Field
      label={texts.label(name)}
      description={hasHelp && texts.label(`${name}Help`)}
      error={isMalformed(filter, value) && texts.label(`${name}Bad`)}
    >
      <Input
        mono={!isPlain}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

const isMalformed = ({ pattern }: TextFilter, value: string) =>
  pattern !== undefined && value.trim() !== '' && !pattern.test(value.trim());

function AmountPanel(props: PanelProps & { filter: AmountFilter }) {
  const { filter, list, onClose } = props;
  const t = useTranslations('lists');
  const texts = useFilterTexts(list.definition.feature);
  const [draft, setDraft] = useState({ min: list.values.min ?? '', max: list.values.max ?? '' });
  const [isTried, setTried] = useState(false);
  const isWrong = (text: string) => text.trim() !== '' && readAmount(text) === undefined;
  const apply = () => {
    setTried(true);
    if (isWrong(draft.min) || isWrong(draft.max)) return;
    const [min, max] = [readAmount(draft.min), readAmount(draft.max)];
    const isReversed = min !== undefined && max !== undefined && min > max;
    const written = { min: min?.toString(), max: max?.toString() };
    list.set(isReversed ? { min: written.max, max: written.min } : written);
    onClose();
  };
  return (
    <AppliedPanel {...props} onApply={apply}>
      {(['min', 'max'] as const).map((end) => (
        <Field
          key={end}
          label={texts.label(end)}
          description={end === 'max' && filter.hasHelp && texts.label('amountHelp')}
          error={isTried && isWrong(draft[end]) ? t('amountWrong') : undefined}
        >
          <Input
            prefix="KES"
            inputMode="numeric"
            value={draft[end]}
            onChange={({ target }) => setDraft({ ...draft, [end]: target.value })}
          />
        </Field>
      ))}
    </AppliedPanel>
  );
}

function GroupPanel(props: PanelProps & { filter: GroupFilter }) {
  const { filter, list, onClose } = props;
  const { feature } = list.definition;
  const texts = useFilterTexts(feature);
  const [draft, setDraft] = useState(list.values);
  const change = (name: string, value: string) => setDraft({ ...draft, [name]: value });
  const apply = () => {
    if (filter.filters.some((part) => part.kind === 'text' && isMalformed(part, draft[part.name] ?? ''))) return;
    list.set(Object.fromEntries(filter.params.map((name) => [name, draft[name]?.trim()])));
    onClose();
  };
  return (
    <AppliedPanel {...props} onApply={apply}>
      {filter.filters.map((part) =>
        part.kind === 'flag' ? (
          <Checkbox
            key={part.name}
            label={texts.label(part.name)}
            checked={draft[part.name] === part.on}
            onCheckedChange={(isOn) => change(part.name, isOn ? part.on : '')}
          />
        ) : (
          <TextField
            key={part.name}
            filter={part}
            feature={feature}
            value={draft[part.name] ?? ''}
            onChange={(text) => change(part.name, text)}
          />
        ),
      )}
    </AppliedPanel>
  );
}
