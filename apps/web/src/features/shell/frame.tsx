'use client';

import type { Environment } from '@tillgate/db';
import { cn, IconButton } from '@tillgate/ui';
import { FlaskConical, Menu, Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FrameContext } from './frame-context.tsx';
import { contentId, KeepFocus } from './keep-focus.tsx';
import { OfflineBand } from './offline-band.tsx';
import { onDemand } from './on-demand.tsx';
import { PaletteProvider, usePalette } from './palette-context.tsx';
import { troublesOf } from './provider-state.ts';
import { Rail } from './rail.tsx';
import { RememberPlace } from './remember-place.tsx';
import { SessionBand } from './session-ended.tsx';
import { SkipLink } from './skip-link.tsx';
import type { TenantParams } from './tenant.ts';
import { ToastHost } from './toast-host.tsx';
import type { FramePerson, Places } from './types.ts';
import { useNavigation } from './use-navigation.ts';

const SuspensionBand = onDemand(async () => (await import('./suspension-band.tsx')).SuspensionBand);
const GapBand = onDemand(async () => (await import('./gap-band.tsx')).GapBand);
const DelayBand = onDemand(async () => (await import('./trouble-bands.tsx')).DelayBand);
const ProviderBand = onDemand(async () => (await import('./trouble-bands.tsx')).ProviderBand);
const RailSheet = onDemand(async () => (await import('./rail-sheet.tsx')).RailSheet);

const nowhere: Places = [];
const nothingKnown = {
  role: 'support' as const,
  organizationId: '',
  permissions: [],
  waitingOrders: 0,
  openReviews: { value: 0, more: false },
  suspension: null,
  gap: null,
  delayedSince: null,
  providers: [],
};
const nobody: FramePerson = { email: '', name: null };

/** The frame around every page of a tenant: rail, sandbox band, palette; on phones a bar with a menu. */
export function Frame({ icons, children }: { icons: Record<string, ReactNode>; children: ReactNode }) {
  const t = useTranslations('shell');
  const { tenant, places, here } = useNavigation();
  const facts = useMemo(() => ({ ...(here ?? nothingKnown), icons }), [here, icons]);
  const rail = { tenant, places: places?.places ?? nowhere, person: places?.person ?? nobody };
  return (
    <FrameContext value={facts}>
      <PaletteProvider>
        <SkipLink />
        <div data-palette className="flex min-h-dvh flex-col lg:flex-row">
          <PhoneBar {...rail} />
          <aside
            aria-label={t('rail')}
            className="sticky top-0 hidden h-dvh w-60 shrink-0 border-r bg-card lg:block print:hidden"
          >
            <Rail {...rail} hasSearch />
          </aside>
          <div className="flex min-w-0 flex-1 flex-col">
            <EnvironmentLine environment={tenant.environment} />
            <OfflineBand />
            <SessionBand />
            {facts.gap && <GapBand {...facts.gap} />}
            {facts.delayedSince && <DelayBand since={facts.delayedSince} />}
            {troublesOf(facts.providers).map((trouble) => (
              <ProviderBand key={trouble.rail} {...trouble} />
            ))}
            {facts.suspension && <SuspensionBand reason={facts.suspension.reason} />}
            <main
              id={contentId}
              tabIndex={-1}
              className="mx-auto w-full max-w-page flex-1 px-4 pt-7 pb-5 sm:px-6 lg:px-8"
            >
              {children}
            </main>
          </div>
        </div>
        <ToastHost />
        <KeepFocus />
        <RememberPlace />
      </PaletteProvider>
    </FrameContext>
  );
}

/** A thin line above every page: of the sandbox with its name, of production in its own colour. */
function EnvironmentLine({ environment }: { environment: Environment }) {
  const t = useTranslations('shell.environment');
  if (environment === 'production') return <div aria-hidden="true" className="h-1 bg-primary print:hidden" />;
  return (
    <section aria-label={t('sandbox')} className="relative h-1 bg-sandbox max-[25rem]:h-auto print:hidden">
      <p className="absolute inset-x-0 top-1 mx-auto flex min-h-4 w-fit items-center gap-1.5 rounded-b-md bg-sandbox px-2.5 pb-0.5 font-medium text-sandbox-foreground text-xs max-[25rem]:static">
        <FlaskConical aria-hidden="true" className="size-3 shrink-0" />
        {t('band')}
      </p>
    </section>
  );
}

type RailProps = { tenant: TenantParams; places: Places; person: FramePerson };

function PhoneBar(props: RailProps) {
  const t = useTranslations('shell');
  const pathname = usePathname();
  const palette = usePalette();
  // Another page is another place: the sheet of the one before is closed with it.
  const [openedAt, setOpenedAt] = useState<string>();
  const { environment, applicationId } = props.tenant;
  const name = props.places
    .flatMap(({ applications }) => applications)
    .find((application) => application.applicationId === applicationId)?.name;
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-1 border-b bg-card px-2 lg:hidden print:hidden">
      <IconButton
        label={t('menu')}
        icon={<Menu aria-hidden="true" />}
        aria-haspopup="dialog"
        onPointerEnter={RailSheet.preload}
        onFocus={RailSheet.preload}
        onClick={() => setOpenedAt(pathname)}
      />
      <span className="min-w-0 flex-1 truncate px-1 font-semibold text-sm">{name}</span>
      <button
        type="button"
        onPointerEnter={RailSheet.preload}
        onFocus={RailSheet.preload}
        onClick={() => setOpenedAt(pathname)}
        className={cn(
          'touch-area inline-flex h-6 shrink-0 select-none items-center gap-1.5 rounded-full border px-2 font-medium text-xs pointer-coarse:h-7',
          environment === 'sandbox' ? 'border-transparent bg-sandbox text-sandbox-foreground' : 'hover:bg-accent',
        )}
      >
        {environment === 'production' && <span aria-hidden="true" className="size-2 rounded-full bg-success" />}
        {t(`environment.${environment}`)}
      </button>
      <IconButton
        label={t('palette.open')}
        icon={<Search aria-hidden="true" />}
        aria-haspopup="dialog"
        onPointerEnter={palette.preload}
        onFocus={palette.preload}
        onClick={palette.open}
      />
      {openedAt !== undefined && (
        <RailSheet {...props} isOpen={openedAt === pathname} onOpenChange={(isOpen) => isOpen || setOpenedAt('')} />
      )}
    </header>
  );
}
