import { ForgotPasswordForm } from '@/features/identity/forgot-password-form';
import { titled } from '@/features/shell/page';
import { Messages } from '@/i18n/messages';

export const generateMetadata = titled('identity', 'forgot.title');

export default function ForgotPasswordPage() {
  return (
    <Messages of={['identity']}>
      <ForgotPasswordForm />
    </Messages>
  );
}
