'use client';

import { IconButton, Skeleton } from '@tillgate/ui';
import { ChevronLeft, ChevronRight, SignalHigh } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatMoney } from '@/format';
import { OtherAnswers } from './other-answers.tsx';
import { PromptForm } from './prompt-form.tsx';
import type { Answer, Prompt } from './types.ts';

type Props = {
  prompts: Prompt[];
  isLoading: boolean;
  isAnswering: boolean;
  onAnswer(prompt: Prompt, answer: Answer): void;
};

/** The phone: its screen with the oldest waiting prompt, or the one that was chosen. */
export function Phone({ prompts, isLoading, isAnswering, onAnswer }: Props) {
  const t = useTranslations('handset');
  const [chosen, setChosen] = useState<string>();
  // The oldest first, as they came.
  const queue = [...prompts].reverse();
  const position = Math.max(
    0,
    queue.findIndex(({ paymentId }) => paymentId === chosen),
  );
  const prompt = queue[position];
  const step = (by: number) => setChosen(queue[position + by]?.paymentId);
  return (
    <section aria-label={t('phone')} className="flex flex-col items-center gap-4">
      <div className="w-full max-w-[20rem] rounded-[2.25rem] border border-input bg-muted p-2.5">
        <div className="flex min-h-[30rem] flex-col overflow-hidden rounded-[1.75rem] border bg-background">
          <StatusBar />
          <div aria-live="polite" className="sr-only">
            {prompt && t('arrived', { amount: formatMoney(prompt.amount) })}
          </div>
          <div className="flex flex-1 flex-col p-4">
            {isLoading && <LoadingScreen />}
            {!isLoading && !prompt && <IdleScreen />}
            {prompt && (
              <PromptForm
                key={prompt.paymentId}
                prompt={prompt}
                isAnswering={isAnswering}
                onAnswer={(answer) => onAnswer(prompt, answer)}
              />
            )}
          </div>
          {queue.length > 1 && <Queue position={position} all={queue.length} onStep={step} />}
          <div aria-hidden="true" className="mx-auto mb-2 h-1 w-24 rounded-full bg-input" />
        </div>
      </div>
      <OtherAnswers prompt={prompt} isAnswering={isAnswering} onAnswer={onAnswer} />
    </section>
  );
}

function StatusBar() {
  const t = useTranslations('handset');
  return (
    <div className="flex items-center justify-between px-5 pt-3 pb-1 text-muted-foreground text-xs">
      <span>{t('status')}</span>
      <SignalHigh aria-hidden="true" className="size-4" />
    </div>
  );
}

function LoadingScreen() {
  const t = useTranslations('handset');
  return (
    <div className="grid flex-1 place-items-center">
      <Skeleton className="h-5 w-40" />
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
}

function IdleScreen() {
  const t = useTranslations('handset.idle');
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 px-4 text-center">
      <p className="font-medium text-sm">{t('title')}</p>
      <p className="text-balance text-muted-foreground text-sm">{t('text')}</p>
    </div>
  );
}

function Queue({ position, all, onStep }: { position: number; all: number; onStep(by: number): void }) {
  const t = useTranslations('handset');
  return (
    <nav aria-label={t('queue')} className="flex items-center justify-between border-t px-3 py-1.5">
      <IconButton
        label={t('earlier')}
        icon={<ChevronLeft />}
        size="icon-sm"
        variant="ghost"
        disabled={position === 0}
        onClick={() => onStep(-1)}
      />
      <span className="text-muted-foreground text-xs">{t('position', { position: position + 1, all })}</span>
      <IconButton
        label={t('later')}
        icon={<ChevronRight />}
        size="icon-sm"
        variant="ghost"
        disabled={position === all - 1}
        onClick={() => onStep(1)}
      />
    </nav>
  );
}
