'use client';

import { Avatar, cn } from '@tillgate/ui';
import { SlidersHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl/react';
import { LazyMenu } from './lazy-menu.tsx';
import type { FramePerson } from './types.ts';

/** A button without a border, whose background shows on hover and while its menu is open. */
export const quietButton =
  'flex w-full min-w-0 items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-accent data-[state=open]:bg-accent';

/** The person, and their menu. */
export function AccountButton({ person }: { person: FramePerson }) {
  const t = useTranslations('shell.account');
  const name = person.name ?? person.email;
  const button = (props: ComponentProps<'button'>) => (
    <button
      type="button"
      aria-label={t('label', { name })}
      className={cn(quietButton, 'h-9 pointer-coarse:h-11')}
      {...props}
    >
      <Avatar name={name} size="sm" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
    </button>
  );
  const load = async () => (await import('./account-menu.tsx')).AccountMenu;
  return <LazyMenu button={button} load={load} menuProps={{ email: person.email }} />;
}

/** Theme, language and time zone; for pages outside of the rail as well. */
export function PreferencesButton() {
  const t = useTranslations('shell.preferences');
  const button = (props: ComponentProps<'button'>) => (
    <button
      type="button"
      aria-label={t('label')}
      title={t('label')}
      className="grid size-9 pointer-coarse:size-11 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground data-[state=open]:bg-accent"
      {...props}
    >
      <SlidersHorizontal aria-hidden="true" className="size-4" />
    </button>
  );
  const load = async () => (await import('./preferences-menu.tsx')).PreferencesMenu;
  return <LazyMenu button={button} load={load} menuProps={{}} />;
}
