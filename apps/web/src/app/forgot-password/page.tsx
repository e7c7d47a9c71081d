import { ForgotPasswordForm } from '@/features/identity/forgot-password-form';
import { Messages } from '@/i18n/messages';
import { getTranslator } from '@/i18n/server';

export const generateMetadata = async () => ({ title: (await getTranslator('identity'))('forgot.title') });

export default function ForgotPasswordPage() {
  return (
    <Messages of={['identity']}>
      <ForgotPasswordForm />
    </Messages>
  );
}
