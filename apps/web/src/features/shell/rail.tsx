'use client';

import { Avatar, cn, Kbd } from '@tillgate/ui';
import { ChevronsUpDown, Search } from 'lucide-react';
import { type ComponentProps, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl/react';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { AccountButton, PreferencesButton, quietButton } from './frame-buttons.tsx';
import { LazyMenu } from './lazy-menu.tsx';
import { usePalette } from './palette-context.tsx';
import { ProviderLine } from './provider-line.tsx';
import { RailNavigation } from './rail-navigation.tsx';
import type { TenantParams } from './tenant.ts';
import type { FramePerson, Places } from './types.ts';

type Props = {
  tenant: TenantParams;
  places: Places;
  person: FramePerson;
  /** On phones the search is in the bar, which stays visible. */
  hasSearch?: boolean;
};

/** All that leads elsewhere: application, environment, search, pages, preferences, account. The same on desks and phones. */
export function Rail({ tenant, places, person, hasSearch }: Props) {
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-col gap-3 p-3 pb-0">
        <ApplicationSwitcher tenant={tenant} places={places} />
        <EnvironmentSwitch tenant={tenant} />
        {hasSearch && <SearchButton />}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        <RailNavigation tenant={tenant} />
      </div>
      <ProviderLine />
      <div className="flex items-center gap-1 border-t p-3">
        <AccountButton person={person} />
        <PreferencesButton />
      </div>
    </div>
  );
}

function ApplicationSwitcher({ tenant, places }: Pick<Props, 'tenant' | 'places'>) {
  const t = useTranslations('shell.applications');
  const place = places.find(({ applications }) =>
    applications.some(({ applicationId }) => applicationId === tenant.applicationId),
  );
  const name = place?.applications.find(({ applicationId }) => applicationId === tenant.applicationId)?.name ?? '';
  const button = (props: ComponentProps<'button'>) => (
    <button type="button" aria-label={t('switch', { name })} className={cn(quietButton, 'h-11')} {...props}>
      <Avatar name={name} size="sm" className="rounded-md" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-semibold leading-tight">{name}</span>
        <span className="truncate text-muted-foreground text-xs leading-tight">{place?.name}</span>
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    </button>
  );
  const load = async () => (await import('./application-menu.tsx')).ApplicationMenu;
  return <LazyMenu button={button} load={load} menuProps={{ places, tenant }} />;
}

function SearchButton() {
  const t = useTranslations('shell.palette');
  const { open, preload } = usePalette();
  return (
    <button
      type="button"
      onClick={open}
      onPointerEnter={preload}
      onFocus={preload}
      aria-haspopup="dialog"
      className="flex h-8 items-center gap-2 rounded-md border bg-card px-2 text-muted-foreground text-sm hover:text-foreground pointer-coarse:h-11"
    >
      <Search aria-hidden="true" className="size-4" />
      {t('open')}
      <Kbd className="ml-auto">{useIsApple() ? '⌘ K' : 'Ctrl K'}</Kbd>
    </button>
  );
}

const never = () => () => {};

/** Whether the keyboard has a ⌘ key; the server cannot know. */
function useIsApple(): boolean {
  return useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
}
