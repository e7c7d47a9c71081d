import { DomainError } from '@tillgate/domain';
import { getInvitation, type ShownInvitation } from '@tillgate/domain/members';
import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { Invitation, InvitationGone } from '@/features/identity/invitation';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

type Search = Promise<{ token?: string | string[] }>;

async function findInvitation(search: Search): Promise<{ token: string; invitation: ShownInvitation } | undefined> {
  const { token } = await search;
  if (typeof token !== 'string') return undefined;
  const { context } = await getDeps();
  try {
    return { token, invitation: await getInvitation(context, { token }) };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

export async function generateMetadata({ searchParams }: { searchParams: Search }) {
  const t = await getTranslator('identity');
  const found = await findInvitation(searchParams);
  return {
    title: found
      ? t('invitation.title', { organization: found.invitation.organizationName })
      : t('invitation.goneTitle'),
  };
}

export default async function InvitationPage({ searchParams }: { searchParams: Search }) {
  const found = await findInvitation(searchParams);
  const { settings } = await getDeps();
  const person = await readPerson();
  const state = found?.invitation.state ?? 'missing';
  return (
    <Messages of={['identity']}>
      {found && state === 'open' ? (
        <Invitation {...found} signedInAs={person?.email} providerName={settings.oidc?.name} />
      ) : (
        <InvitationGone why={state === 'open' ? 'missing' : state} />
      )}
    </Messages>
  );
}
