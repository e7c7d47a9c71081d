import { findFormerOrganization } from '@tillgate/domain/reading/members';
import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { getTranslator } from '@/i18n/server';
import { StatusPage } from './status-page.tsx';
import { readTenantPath } from './tenant.ts';
import { askedPath } from './tenant-page.tsx';

type Props = {
  /** It stands outside of the dashboard's frame. */
  isWhole?: boolean;
};

/** Says that there is no such page. Who was a member of its organization reads that they no longer are. */
export async function MissingPage({ isWhole = false }: Props) {
  const t = await getTranslator('shell');
  const former = await findFormer();
  return (
    <StatusPage
      title={former ? t('gone.title') : t('missing.title')}
      description={former ? t('gone.description', former) : t('missing.description')}
      href="/"
      action={former ? t('gone.action') : t('missing.action')}
      isWhole={isWhole}
    />
  );
}

/** The organization of the page that was asked for, if the person was a member of it and is no longer. */
async function findFormer(): Promise<{ name: string } | undefined> {
  const [path = ''] = (await askedPath()).split('?');
  const place = readTenantPath(path);
  const person = place && (await readPerson());
  if (!person) return undefined;
  const { context } = await getDeps();
  const { applicationId } = place.tenant;
  return findFormerOrganization(context, { userId: person.userId, applicationId });
}
