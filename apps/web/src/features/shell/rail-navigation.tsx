'use client';

import { cn } from '@tillgate/ui';
import { ChevronRight } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { useFold } from './browser-choice.ts';
import { useFrame } from './frame-context.tsx';
import { Link } from './link.tsx';
import {
  dailySections,
  isCurrent,
  type NavigationPage,
  type NavigationSection,
  visibleSections,
} from './navigation.ts';
import { readTenantPath, type TenantParams, tenantPath } from './tenant.ts';

/** The pages that the person may see, in sections. */
export function RailNavigation({ tenant }: { tenant: TenantParams }) {
  const t = useTranslations('shell');
  const { permissions } = useFrame();
  return (
    <nav aria-label={t('navigation')} className="flex flex-col gap-3 print:hidden">
      {visibleSections(permissions, tenant.environment).map((section) => (
        <Section key={section.name ?? 'money'} section={section} tenant={tenant} />
      ))}
    </nav>
  );
}

type SectionProps = { section: NavigationSection; tenant: TenantParams };

function Section({ section, tenant }: SectionProps) {
  const pages = section.pages.map((page) => (
    <li key={page.name}>
      <PageLink page={page} tenant={tenant} />
    </li>
  ));
  if (!section.name) return <ul className="flex flex-col gap-px">{pages}</ul>;
  return (
    <Folding name={section.name} section={section}>
      {pages}
    </Folding>
  );
}

type FoldingProps = { name: NonNullable<NavigationSection['name']>; section: NavigationSection; children: ReactNode };

/** A section under its name. It is open when the person opened it, when the role works in it, or when its page is shown. */
function Folding({ name, section, children }: FoldingProps) {
  const t = useTranslations('shell.sections');
  const id = useId();
  const { role } = useFrame();
  const address = readTenantPath(usePathname())?.page ?? '';
  const hasPage = section.pages.some((page) => isCurrent(page, address));
  const [isOpen, toggle] = useFold(`rail.${name}`, dailySections[role].includes(name) || hasPage);
  return (
    <div className="flex flex-col gap-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        className="flex h-6 items-center gap-1 rounded-sm px-2 font-medium text-muted-foreground text-xs hover:text-foreground pointer-coarse:h-11"
      >
        {t(name)}
        <ChevronRight aria-hidden="true" className={cn('size-3.5 transition-transform', isOpen && 'rotate-90')} />
      </button>
      <ul id={id} hidden={!isOpen} className="flex flex-col gap-px">
        {children}
      </ul>
    </div>
  );
}

/** On a low screen the rail scrolls, and the page that is shown may be far down in it. */
const bringIntoSight = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest' });

type PageLinkProps = { page: NavigationPage; tenant: TenantParams };

function PageLink({ page, tenant }: PageLinkProps) {
  const t = useTranslations('shell');
  const { waitingOrders, openReviews, icons } = useFrame();
  const address = readTenantPath(usePathname())?.page ?? '';
  const isHere = isCurrent(page, address);
  const counts: Partial<Record<string, number>> = { approvals: waitingOrders, reviews: openReviews.value };
  const waiting = counts[page.name] ?? 0;
  const isMore = page.name === 'reviews' && openReviews.more;
  const said = page.name === 'reviews' ? 'openReviews' : 'waiting';
  return (
    <Link
      ref={isHere ? bringIntoSight : undefined}
      href={tenantPath(tenant, page.page)}
      aria-current={isHere ? 'page' : undefined}
      className={cn(
        'flex h-8 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-accent hover:text-foreground pointer-coarse:h-11',
        isHere ? 'bg-accent font-medium text-foreground' : 'text-muted-foreground',
      )}
    >
      <span className={cn('contents', isHere && 'text-primary')}>{icons[page.name]}</span>
      <span className="min-w-0 truncate">{t(`pages.${page.name}`)}</span>
      {waiting > 0 && (
        <span className="ml-auto rounded-full border border-warning-border bg-warning-surface px-1.5 font-medium text-warning text-xs">
          <span aria-hidden="true">{waiting > 99 || isMore ? '99+' : waiting}</span>
          <span className="sr-only">{t(said, { count: waiting })}</span>
        </span>
      )}
    </Link>
  );
}
