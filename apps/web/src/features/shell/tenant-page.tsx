import type { Role } from '@tillgate/db';
import type { Permission } from '@tillgate/domain';
import { findApplicationAccess, may } from '@tillgate/domain/organizations';
import { headers } from 'next/headers';
import { forbidden, notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { type Person, readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { getTranslator, type Translate } from '@/i18n/server';
import type { TenantParams } from './tenant.ts';

/** The parameters of a tenant page, as Next hands them over. */
export type TenantPageParams = Promise<{ applicationId: string; environment: string }>;

/** The signed-in person. Others are redirected to the sign-in page, and back afterwards. Cached per request. */
export const signedInPerson = cache(async (): Promise<Person> => {
  const person = await readPerson();
  if (person) return person;
  redirect(`/sign-in?next=${encodeURIComponent(await askedPath())}`);
});

/** The address that the browser asked for, with its query. */
export const askedPath = async () => (await headers()).get('x-tillgate-path') ?? '/';

/** The page about an organization's sign-in rule that a session does not meet. */
export function signInRequiredPath(organizationId: string, next: string): string {
  return `/sign-in-required?${new URLSearchParams({ organization: organizationId, next })}`;
}

const findAccess = cache(async (person: Person, applicationId: string) => {
  const { context } = await getDeps();
  return findApplicationAccess(context, { ...person, applicationId });
});

/**
 * The tenant of the address and the person's role there; not found for applications of others. Who lacks what the organization
 * requires of every session is led to the page that says so. Asked once per request.
 */
export async function readTenant(
  params: TenantPageParams,
): Promise<{ tenant: TenantParams; role: Role; organizationId: string; person: Person }> {
  const { applicationId, environment } = await params;
  const person = await signedInPerson();
  if (environment !== 'sandbox' && environment !== 'production') notFound();
  const access = await findAccess(person, applicationId);
  if (!access) notFound();
  if (!access.isOpen) redirect(signInRequiredPath(access.organizationId, await askedPath()));
  return {
    tenant: { applicationId, environment },
    role: access.role,
    organizationId: access.organizationId,
    person,
  };
}

/**
 * First line of every tenant page. Somebody who is not signed in, not a member or not permitted gets another page,
 * and nothing of this one is read. `t` says texts of any feature: `t('payments.title')`.
 */
export async function tenantPage(
  params: TenantPageParams,
  permission: Permission,
): Promise<{ tenant: TenantParams; role: Role; organizationId: string; person: Person; t: Translate }> {
  const found = await readTenant(params);
  if (!may(found.role, permission)) forbidden();
  return { ...found, t: await getTranslator() };
}
