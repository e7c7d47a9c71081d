'use client';

import { Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { centsText } from '@/features/money/cents';
import { Time } from '@/format';
import type { DayDetail, SignOff } from './types.ts';

/** Everybody who signed off the day, the newest first. */
export function SignOffs({ day: { signOffs, people } }: { day: DayDetail }) {
  const t = useTranslations('closing.signOffs');
  return (
    <Panel title={t('title')} titleId="sign-offs" contentClassName="py-1">
      {signOffs.length === 0 && <p className="py-2 text-muted-foreground text-sm">{t('none')}</p>}
      {signOffs.length > 0 && (
        <ol aria-labelledby="sign-offs" className="divide-y">
          {signOffs.map((signOff) => (
            <li key={signOff.signOffId} className="flex flex-col gap-0.5 py-2 text-sm">
              <SignOffText signOff={signOff} person={people[signOff.signedBy]} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

type Person = DayDetail['people'][string];

function SignOffText({ signOff, person }: { signOff: SignOff; person: Person | undefined }) {
  const t = useTranslations('closing.signOffs');
  const nameOf = useActorName();
  const { revision, signedAt, note, figures, exceptions } = signOff;
  const open = Object.values(exceptions).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <span className="font-medium">{person ? nameOf(person) : '—'}</span>
      <span className="text-muted-foreground">
        <Time value={signedAt} /> · {t('revision', { revision })}
      </span>
      <span>{t('net', { net: figures.net === undefined ? '—' : centsText(figures.net), open })}</span>
      {note && <span className="whitespace-pre-line break-words">{note}</span>}
    </>
  );
}
