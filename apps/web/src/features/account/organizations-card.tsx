'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Card, CardContent, CardHeader, IconButton, Skeleton } from '@tillgate/ui';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { onDemand } from '@/features/shell/on-demand';
import { toast } from '@/features/shell/toast';
import type { Places } from '@/features/shell/types';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';

const RenameApplication = onDemand(() => import('./rename-application.tsx').then((part) => part.RenameApplication));

type Place = Places[number];
type Application = { organizationId: string; applicationId: string; name: string };

/** What the person belongs to, and the way out of it. */
export function OrganizationsCard() {
  const t = useTranslations('account.organizations');
  const places = useQuery(useTRPC().navigation.places.queryOptions());
  const [renaming, setRenaming] = useState<Application>();
  return (
    <Card>
      <CardHeader title={t('title')} titleId="organizations-title" />
      {places.isPending && (
        <CardContent>
          <Skeleton className="h-9" />
        </CardContent>
      )}
      {places.isError && (
        <CardContent>
          <FormError error={places.error} />
        </CardContent>
      )}
      {places.data?.places.length === 0 && (
        <CardContent className="text-muted-foreground text-sm">{t('none')}</CardContent>
      )}
      <ul aria-labelledby="organizations-title" className="divide-y">
        {places.data?.places.map((place) => (
          <OrganizationItem
            key={place.organizationId}
            place={place}
            onRename={(application) => setRenaming({ ...application, organizationId: place.organizationId })}
          />
        ))}
      </ul>
      {renaming && <RenameApplication application={renaming} onClose={() => setRenaming(undefined)} />}
    </Card>
  );
}

type ItemProps = {
  place: Place;
  onRename: (application: { applicationId: string; name: string }) => void;
};

function OrganizationItem({ place, onRename }: ItemProps) {
  const t = useTranslations('account.organizations');
  const roles = useTranslations('account.roles');
  const { name, role, applications, organizationId, needs } = place;
  const mayRename = role === 'owner' || role === 'admin';
  const leave = useChange(useTRPC().members.leave.mutationOptions());
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name} <Badge>{roles(role)}</Badge>
        </p>
        {needs && (
          <Link
            className="text-link text-xs underline-offset-4 hover:underline"
            href={`/sign-in-required?organization=${organizationId}`}
          >
            {t(`needs.${needs}`)}
          </Link>
        )}
        {!needs && applications.length === 0 && (
          <p className="text-muted-foreground text-xs">{t('applications', { count: applications.length })}</p>
        )}
        <ul className="mt-1 flex flex-col">
          {applications.map((application) => (
            <li key={application.applicationId} className="flex min-h-7 items-center gap-1 text-muted-foreground">
              {application.name}
              {mayRename && (
                <IconButton
                  size="icon-sm"
                  variant="ghost"
                  icon={<Pencil />}
                  label={t('rename', { name: application.name })}
                  onClick={() => onRename(application)}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
      <Confirmation
        tone="danger"
        trigger={
          <Button size="sm" variant="danger-outline" aria-label={t('leaveName', { name })}>
            {t('leave')}
          </Button>
        }
        title={t('leaveTitle', { name })}
        summary={t('leaveText')}
        phrase={{ text: name, label: t('leavePhrase', { name }) }}
        confirmLabel={t('leaveConfirm')}
        onConfirm={async () => {
          await leave.mutateAsync({ organizationId });
          toast.success(t('left', { name }));
        }}
      />
    </li>
  );
}
