'use client';

import { Sheet } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Rail } from './rail.tsx';
import type { TenantParams } from './tenant.ts';
import type { FramePerson, Places } from './types.ts';

type Props = {
  tenant: TenantParams;
  places: Places;
  person: FramePerson;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The rail on a phone. */
export function RailSheet({ isOpen, onOpenChange, ...rail }: Props) {
  const t = useTranslations('shell');
  return (
    <Sheet
      open={isOpen}
      onClose={() => onOpenChange(false)}
      side="left"
      title={t('rail')}
      hideTitle
      className="[&>div:nth-child(2)]:p-0"
    >
      <Rail {...rail} />
    </Sheet>
  );
}
