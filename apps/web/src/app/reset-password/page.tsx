import { isResetOpen } from '@tillgate/domain/users';
import { getDeps } from '@/deps';
import { ResetGone, ResetPasswordForm } from '@/features/identity/reset-password-form';
import { titled } from '@/features/shell/page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('identity', 'reset.title');

export default async function ResetPasswordPage({
  searchParams,
}: {
  searchParams: Promise<{ token?: string | string[] }>;
}) {
  const { token } = await searchParams;
  const { context } = await getDeps();
  const isOpen = typeof token === 'string' && (await isResetOpen(context, token));
  return <Messages of={['identity']}>{isOpen ? <ResetPasswordForm token={token} /> : <ResetGone />}</Messages>;
}
