'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Button, Field, Input } from '@tillgate/ui';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { contentId } from '@/features/shell/keep-focus';
import { formatMoney, formatPhone } from '@/format';
import type { Answer, Prompt } from './types.ts';
import { useScenarioText } from './use-scenario-text.ts';

const pinDigits = 4;

type Props = {
  prompt: Prompt;
  isAnswering: boolean;
  onAnswer(answer: Answer): void;
};

/** The prompt as a SIM shows it. The PIN stays here: any four digits are right. */
export function PromptForm({ prompt, isAnswering, onAnswer }: Props) {
  const t = useTranslations('handset.prompt');
  const scenarioText = useScenarioText();
  const [pin, setPin] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A prompt that arrives while the person works elsewhere on the page does not take the focus.
    const isElsewhere = document.activeElement?.matches(`body, #${contentId}`) === false;
    if (!isElsewhere) input.current?.focus();
  }, []);
  const pay = (event: FormEvent) => {
    event.preventDefault();
    if (pin.length === pinDigits) onAnswer('approve');
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isAnswering) onAnswer('cancel');
  };
  const { amount, accountReference: reference, phone, description, scenario, number } = prompt;
  const network = railLabel(prompt.rail);
  return (
    <form onSubmit={pay} onKeyDown={leave} className="flex flex-1 flex-col gap-4" autoComplete="off">
      <div>
        <h2 className="font-semibold text-success text-sm">{network}</h2>
        <p className="mt-2 text-base">{t('ask', { amount: formatMoney(amount), number, reference })}</p>
        {description && <p className="mt-1 text-muted-foreground text-xs">{description}</p>}
        <p className="mt-1 text-muted-foreground text-xs">{t('to', { phone: formatPhone(phone) })}</p>
      </div>
      <Field label={t('pin', { network })} description={t('pinHelp')}>
        <Input
          ref={input}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={(event) => setPin(event.target.value.replace(/\D/g, '').slice(0, pinDigits))}
          className="h-11 text-center text-lg tracking-[0.5em]"
        />
      </Field>
      {scenario && <p className="text-muted-foreground text-xs">{t('scenario', { name: scenarioText(scenario) })}</p>}
      <div className="mt-auto grid grid-cols-2 gap-2">
        <Button size="lg" disabled={isAnswering} onClick={() => onAnswer('cancel')}>
          {t('cancel')}
        </Button>
        <Button size="lg" type="submit" variant="primary" disabled={pin.length < pinDigits} isPending={isAnswering}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
