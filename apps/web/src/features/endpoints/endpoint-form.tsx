'use client';

import { Checkbox, Field, Input } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { type EventType, eventTypes, extraEventTypes } from '@/features/webhooks/event-types';
import { fieldIssues } from '@/trpc/errors';

/** The settings of an endpoint, as typed. */
export type EndpointDraft = {
  url: string;
  description: string;
  /** Empty means the types of the contract, and no extra type. */
  events: EventType[];
  concurrency: string;
  ratePerSecond: string;
};

export const newEndpointDraft: EndpointDraft = {
  url: '',
  description: '',
  events: [],
  concurrency: '4',
  ratePerSecond: '',
};

/** The settings to send. A text that is no number is sent as NaN, which the server refuses at its field. */
export function settingsOf(draft: EndpointDraft) {
  return {
    url: draft.url.trim(),
    description: draft.description.trim() || null,
    events: draft.events,
    concurrency: Number(draft.concurrency),
    ratePerSecond: draft.ratePerSecond.trim() === '' ? null : Number(draft.ratePerSecond),
  };
}

type Props = {
  draft: EndpointDraft;
  onChange: (draft: EndpointDraft) => void;
  error: unknown;
  /** A URL of the computer that Tillgate runs on, where this installation posts to such URLs. */
  localUrl: string | undefined;
};

/** The fields of an endpoint. */
export function EndpointFields({ draft, onChange, error, localUrl }: Props) {
  const t = useTranslations('endpoints.form');
  const issues = fieldIssues(error);
  const set = (change: Partial<EndpointDraft>) => onChange({ ...draft, ...change });
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={t('url')}
        description={localUrl ? t('urlHelpLocal', { example: localUrl }) : t('urlHelp')}
        error={issues.url}
        required
      >
        <Input
          type="url"
          mono
          value={draft.url}
          placeholder="https://shop.example.com/webhooks"
          autoComplete="off"
          onChange={(event) => set({ url: event.target.value })}
        />
      </Field>
      <Field label={t('description')} error={issues.description} optional>
        <Input
          value={draft.description}
          maxLength={100}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <EventChoice events={draft.events} onChange={(events) => set({ events })} error={issues.events} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('concurrency')} description={t('concurrencyHelp')} error={issues.concurrency}>
          <Input
            inputMode="numeric"
            value={draft.concurrency}
            onChange={(event) => set({ concurrency: event.target.value })}
          />
        </Field>
        <Field label={t('rate')} description={t('rateHelp')} error={issues.ratePerSecond} optional>
          <Input
            inputMode="numeric"
            value={draft.ratePerSecond}
            placeholder={t('noLimit')}
            onChange={(event) => set({ ratePerSecond: event.target.value })}
          />
        </Field>
      </div>
    </div>
  );
}

type ChoiceProps = { events: EventType[]; onChange: (events: EventType[]) => void; error: string | undefined };

/** The events of the contract, or some by name. Extra ones are chosen by name only. */
function EventChoice({ events, onChange, error }: ChoiceProps) {
  const t = useTranslations('endpoints.form');
  const all = events.length === 0;
  const toggle = (type: EventType, isOn: boolean) =>
    onChange(isOn ? [...events, type] : events.filter((other) => other !== type));
  // An extra type makes the list a list of names, so those of the contract have to be named too.
  const toggleExtra = (type: EventType, isOn: boolean) =>
    all && isOn ? onChange([...eventTypes, type]) : toggle(type, isOn);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('events')}</legend>
      <Checkbox
        label={t('usualEvents')}
        description={t('usualEventsHelp')}
        checked={all}
        onCheckedChange={(isOn) => onChange(isOn ? [] : [...eventTypes])}
      />
      <div className="grid gap-2 pl-6 sm:grid-cols-2">
        {eventTypes.map((type) => (
          <Checkbox
            key={type}
            label={<code className="text-xs">{type}</code>}
            checked={all || events.includes(type)}
            disabled={all}
            onCheckedChange={(isOn) => toggle(type, isOn)}
          />
        ))}
      </div>
      <p className="mt-1 text-muted-foreground text-xs">{t('extraEventsHelp')}</p>
      <div className="grid gap-2 pl-6 sm:grid-cols-2">
        {extraEventTypes.map((type) => (
          <Checkbox
            key={type}
            label={<code className="text-xs">{type}</code>}
            checked={events.includes(type)}
            onCheckedChange={(isOn) => toggleExtra(type, isOn)}
          />
        ))}
      </div>
      {error && <p className="text-danger text-xs">{error}</p>}
    </fieldset>
  );
}
