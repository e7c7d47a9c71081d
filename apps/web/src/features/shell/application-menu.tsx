'use client';

import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@tillgate/ui';
import { Plus } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { Fragment } from 'react';
import { useTranslations } from 'use-intl/react';
import type { LazyMenuProps } from './lazy-menu.tsx';
import { Link } from './link.tsx';
import { pageInEnvironment } from './navigation.ts';
import { readTenantPath, type TenantParams, tenantPath } from './tenant.ts';
import type { Places } from './types.ts';

type Props = LazyMenuProps & { places: Places; tenant: TenantParams };

/** All applications of the person by organization; the page stays the same where there is one. */
export function ApplicationMenu({ trigger, places, tenant }: Props) {
  const t = useTranslations('shell.applications');
  const router = useRouter();
  const address = readTenantPath(usePathname())?.page ?? '';
  const { environment } = tenant;
  const choose = (applicationId: string) =>
    router.push(tenantPath({ applicationId, environment }, pageInEnvironment(address, environment)));
  const mayCreate = places.some(({ role, needs }) => needs === null && (role === 'owner' || role === 'admin'));
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-64">
        <DropdownMenuRadioGroup value={tenant.applicationId} onValueChange={choose} aria-label={t('label')}>
          {places.map(({ organizationId, name, applications }) => (
            <Fragment key={organizationId}>
              <DropdownMenuLabel className="truncate">{name}</DropdownMenuLabel>
              {applications.map((application) => (
                <DropdownMenuRadioItem key={application.applicationId} value={application.applicationId}>
                  <span className="min-w-0 truncate">{application.name}</span>
                </DropdownMenuRadioItem>
              ))}
            </Fragment>
          ))}
        </DropdownMenuRadioGroup>
        {mayCreate && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem asChild>
              <Link href="/applications/new">
                <Plus aria-hidden="true" />
                {t('create')}
              </Link>
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
