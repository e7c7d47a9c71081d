import { buttonVariants, CodeBlock, EmptyState } from '@tillgate/ui';
import { Store } from 'lucide-react';
import { getTranslator } from '@/i18n/server';
import { Link } from './link.tsx';
import { PlainFrame } from './plain-frame.tsx';
import type { FramePerson, Places } from './types.ts';

/** For people without an application: what one is, and how to get one. */
export async function NoApplication({ places, person }: { places: Places; person: FramePerson }) {
  const t = await getTranslator('shell');
  const mayCreate = places.some(({ role }) => role === 'owner' || role === 'admin');
  const description =
    places.length === 0 ? t('start.noOrganization') : t(mayCreate ? 'start.mayCreate' : 'start.mayNot');
  return (
    <PlainFrame person={person}>
      <title>{`${t('start.title')} · Tillgate`}</title>
      <h1 className="sr-only">{t('start.title')}</h1>
      <EmptyState
        icon={<Store />}
        title={t('start.title')}
        description={description}
        action={
          mayCreate && (
            <Link href="/applications/new" className={buttonVariants({ variant: 'primary' })}>
              {t('start.create')}
            </Link>
          )
        }
      />
      {places.length === 0 && (
        <CodeBlock
          code={`npx tillgate app create --name "My shop" --owner ${person.email}`}
          title={t('start.command')}
          label={t('start.command')}
          className="mx-auto max-w-xl"
        />
      )}
    </PlainFrame>
  );
}
