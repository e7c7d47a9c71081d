'use client';

import { Checkbox } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';

/** How somebody can sign in besides their password. */
export type ShownWayIn = {
  id: string;
  kind: 'passkey' | 'authenticator' | 'identity_provider';
  name: string | null;
  since: string;
  isSettled: boolean;
  isRemovable: boolean;
};

/** The ways to sign in that stay with a new password by default: those older than a day. */
export const keptByDefault = (ways: readonly ShownWayIn[]): string[] =>
  ways.filter(({ isSettled, isRemovable }) => isSettled || !isRemovable).map(({ id }) => id);

type Props = { ways: readonly ShownWayIn[]; kept: string[]; onChange: (kept: string[]) => void };

/** All ways in, with a tick for those that stay. What has no tick is removed with the new password. */
export function WaysIn({ ways, kept, onChange }: Props) {
  const t = useTranslations('shell.waysIn');
  if (ways.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium text-sm">{t('title')}</legend>
      <p className="text-muted-foreground text-sm">{t('text')}</p>
      {ways.map((way) => (
        <Checkbox
          key={way.id}
          label={t(`kinds.${way.kind}`, { name: way.name ?? '' })}
          description={
            way.isRemovable ? t.rich('since', { time: () => <Time value={way.since} format="date" /> }) : t('stays')
          }
          checked={kept.includes(way.id)}
          disabled={!way.isRemovable}
          onCheckedChange={(isKept) => onChange(isKept ? [...kept, way.id] : kept.filter((each) => each !== way.id))}
        />
      ))}
    </fieldset>
  );
}
