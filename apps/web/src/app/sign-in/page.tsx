import { passkeySite } from '@tillgate/domain/users';
import { redirect } from 'next/navigation';
import { owesSecondFactor, readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { nextPath } from '@/features/identity/next-path';
import { SignInForm } from '@/features/identity/sign-in-form';
import { parseRefusal } from '@/features/identity/sign-in-refusal';
import { titled } from '@/features/shell/page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('identity', 'signIn.title');

type Search = Promise<{ next?: string | string[]; error?: string | string[] }>;

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const { next: asked, error } = await searchParams;
  const next = nextPath(one(asked));
  if (await readPerson()) redirect(next);
  const { settings } = await getDeps();
  const why = one(error);
  return (
    <Messages of={['identity']}>
      <SignInForm
        next={next}
        firstStep={(await owesSecondFactor()) ? 'code' : 'password'}
        firstRefusal={why === undefined ? undefined : parseRefusal(why)}
        providerName={settings.oidc?.name}
        hasPasskeys={passkeySite(settings.webUrl) !== undefined}
      />
    </Messages>
  );
}
