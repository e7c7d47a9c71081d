'use client';

import { Card, CardContent, cn, KeyValueList, type KeyValueListProps } from '@tillgate/ui';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { useFold } from './browser-choice.ts';
import { useFrame } from './frame-context.tsx';

type Props = {
  items: KeyValueListProps['items'];
  /** At the right of its title, in sight when it is folded. */
  actions?: ReactNode;
};

/** Ids and codes of one record: folded, unless the person is a developer or opened it before. */
export function TechnicalCard({ items, actions }: Props) {
  const t = useTranslations('shell');
  const id = useId();
  const { role } = useFrame();
  const [isOpen, toggle] = useFold('technical', role === 'developer');
  return (
    <Card>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-4 py-2">
        <h2 className="font-semibold text-sm">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
            className="flex items-center gap-1 rounded-sm hover:text-muted-foreground pointer-coarse:h-11"
          >
            <ChevronRight aria-hidden="true" className={cn('size-4 transition-transform', isOpen && 'rotate-90')} />
            {t('technical')}
          </button>
        </h2>
        {actions}
      </div>
      <CardContent id={id} hidden={!isOpen} className="border-t py-1">
        <KeyValueList items={items} />
      </CardContent>
    </Card>
  );
}
