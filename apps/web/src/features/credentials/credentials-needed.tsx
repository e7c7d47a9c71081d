'use client';

import { buttonVariants, EmptyState } from '@tillgate/ui';
import { KeyRound } from 'lucide-react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';

/** Names the credentials that a page needs. People who may set them get a link. */
export function CredentialsNeeded({ title, text, action }: { title: string; text: string; action: string }) {
  const tenant = useTenant();
  const maySet = usePermission('credentials.write');
  const link = maySet && (
    <Link href={tenantPath(tenant, 'settings/credentials')} className={buttonVariants({ variant: 'primary' })}>
      {action}
    </Link>
  );
  return <EmptyState icon={<KeyRound />} title={title} description={text} action={link} />;
}
