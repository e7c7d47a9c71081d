'use client';

import { Button, EmptyState } from '@tillgate/ui';
import { KeyRound } from 'lucide-react';
import Link from 'next/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';

/** Says which credentials a page needs. People who may set them get a link. */
export function CredentialsNeeded({ title, text, action }: { title: string; text: string; action: string }) {
  const tenant = useTenant();
  const maySet = usePermission('credentials.write');
  const link = maySet && (
    <Button asChild variant="primary">
      <Link href={tenantPath(tenant, 'settings/credentials')}>{action}</Link>
    </Button>
  );
  return <EmptyState icon={<KeyRound />} title={title} description={text} action={link} />;
}
