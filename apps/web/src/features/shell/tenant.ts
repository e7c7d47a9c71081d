import type { Environment } from '@tillgate/db';

/** The tenant in the address of a page. */
export type TenantParams = { applicationId: string; environment: Environment };

/** The address of a tenant page: `tenantPath(tenant, 'payments')`. */
export function tenantPath({ applicationId, environment }: TenantParams, page = ''): string {
  return page === '' ? `/a/${applicationId}/${environment}` : `/a/${applicationId}/${environment}/${page}`;
}

/** The tenant that an address names, with what follows; undefined for other addresses. */
export function readTenantPath(pathname: string): { tenant: TenantParams; page: string } | undefined {
  const match = /^\/a\/([^/]+)\/(sandbox|production)(?:\/(.*))?$/.exec(pathname);
  const [, applicationId, environment, page = ''] = match ?? [];
  if (applicationId === undefined) return undefined;
  return { tenant: { applicationId, environment: environment === 'production' ? 'production' : 'sandbox' }, page };
}
