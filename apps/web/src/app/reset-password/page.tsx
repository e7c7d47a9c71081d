import { findReset } from '@tillgate/domain/users';
import { getDeps } from '@/deps';
import { ResetGone, ResetPasswordForm } from '@/features/identity/reset-password-form';
import { titled } from '@/features/shell/page';
import { Messages } from '@/i18n/messages';
import { toWire } from '@/trpc/wire';

export const generateMetadata = titled('identity', 'reset.title');

export default async function ResetPasswordPage({
  searchParams,
}: {
  searchParams: Promise<{ token?: string | string[] }>;
}) {
  const { token } = await searchParams;
  const { context } = await getDeps();
  const reset = typeof token === 'string' ? await findReset(context, token) : undefined;
  return (
    <Messages of={['identity']}>
      {typeof token === 'string' && reset ? (
        <ResetPasswordForm token={token} ways={toWire(reset.waysIn)} />
      ) : (
        <ResetGone />
      )}
    </Messages>
  );
}
