'use client';

import { JsonView, KeyValueList, Sheet } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { Time } from '@/format';
import type { AuditRow } from './types.ts';
import { useSentence } from './use-sentence.ts';

/** One entry with all that was written down. */
export function AuditSheet({ entry, onClose }: { entry: AuditRow; onClose: () => void }) {
  const t = useTranslations('audit.detail');
  const sentence = useSentence();
  return (
    <Sheet onClose={onClose} title={t('title')}>
      <div className="flex flex-col gap-4">
        <p className="font-medium">{sentence(entry)}</p>
        <KeyValueList
          items={[
            { label: t('who'), value: <ActorName who={entry.who} /> },
            { label: t('at'), value: <Time value={entry.createdAt} format="dateTimeSeconds" /> },
            { label: t('action'), value: entry.action, mono: true },
            { label: t('subject'), value: entry.subjectId, mono: true, copy: entry.subjectId },
          ]}
        />
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold text-sm">{t('detail')}</h3>
          <JsonView value={entry.detail} label={t('detail')} />
        </section>
      </div>
    </Sheet>
  );
}
