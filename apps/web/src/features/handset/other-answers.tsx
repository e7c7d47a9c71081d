'use client';

import { Button, DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@tillgate/ui';
import { Ellipsis } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import type { Answer, Prompt } from './types.ts';

const more = ['insufficient_funds', 'timeout', 'let_go'] as const;

type Props = { prompt: Prompt | undefined; isAnswering: boolean; onAnswer(prompt: Prompt, answer: Answer): void };

/** The rarer outcomes of a prompt, beside paying and cancelling. */
export function OtherAnswers({ prompt, isAnswering, onAnswer }: Props) {
  const t = useTranslations('handset.answers');
  const isOff = !prompt || isAnswering;
  const answer = (chosen: Answer) => prompt && onAnswer(prompt, chosen);
  return (
    <fieldset className="flex w-full max-w-[20rem] flex-wrap justify-center gap-2">
      <legend className="sr-only">{t('label')}</legend>
      <Button disabled={isOff} onClick={() => answer('wrong_pin')}>
        {t('wrong_pin')}
      </Button>
      <Button disabled={isOff} onClick={() => answer('ignore')}>
        {t('ignore')}
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" disabled={isOff} icon={<Ellipsis aria-hidden="true" />}>
            {t('more')}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="center">
          {more.map((chosen) => (
            <DropdownMenuItem key={chosen} onSelect={() => answer(chosen)}>
              {t(chosen)}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </fieldset>
  );
}
