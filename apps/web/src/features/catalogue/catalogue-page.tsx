import { families, listCatalogue } from '@tillgate/domain/catalogue';
import { Badge, Card, CardContent, CardHeader, EmptyState, PageHeader } from '@tillgate/ui';
import { SearchX } from 'lucide-react';
import { GuideLink } from '@/features/shell/guide-link';
import { Messages } from '@/i18n/messages';
import { getTranslator, readPreferences, type Translate } from '@/i18n/server';
import { sayReason } from '@/say/say-reason';
import { CatalogueSearch } from './catalogue-search.tsx';
import { findEntries } from './find-entries.ts';

type Entry = Omit<ReturnType<typeof listCatalogue>[number], 'fix'> & { fix: string | null };
type Props = { apiUrl: string; query: string; family: string | undefined };

/** Every code of the provider with what it means and what to do about it. Made on the server: the catalogue stays there. */
export async function CataloguePage({ apiUrl, query, family }: Props) {
  const t = await getTranslator('catalogue');
  const { locale } = await readPreferences();
  const all = listCatalogue().map((entry) => ({ ...sayReason(entry, locale, 'developer'), ...keyOf(entry) }));
  const found = findEntries(all, query, family);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<GuideLink apiUrl={apiUrl} page="errors" label={t('guide')} />}
      />
      <Messages of={['catalogue']}>
        <CatalogueSearch families={families} />
      </Messages>
      <p role="status" className="text-muted-foreground text-sm">
        {t('found', { found: found.length, all: all.length })}
      </p>
      {found.length === 0 ? (
        <Card>
          <EmptyState icon={<SearchX />} title={t('empty.title')} description={t('empty.description')} />
        </Card>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {found.map((entry) => (
            <EntryCard key={`${entry.family} ${entry.code}`} entry={entry} t={t} />
          ))}
        </div>
      )}
    </div>
  );
}

/** How the provider names a result, whatever the language. */
function keyOf({ family, code }: ReturnType<typeof listCatalogue>[number]) {
  return { family, code };
}

function EntryCard({ entry, t }: { entry: Entry; t: Translate }) {
  const facts = [
    ['cause', entry.cause],
    ['fix', entry.fix],
    ['customerMessage', entry.customerMessage],
  ] as const;
  return (
    <Card>
      <CardHeader
        title={
          <>
            <code className="mr-2 break-all text-link">{entry.code}</code>
            {entry.title}
          </>
        }
        description={t(`families.${entry.family}`)}
        actions={
          <Badge tone={entry.retryable ? 'success' : 'neutral'}>
            {entry.retryable ? t('retryable') : t('notRetryable')}
          </Badge>
        }
      />
      <CardContent>
        <dl className="flex flex-col gap-3 text-sm">
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt className="text-muted-foreground text-xs">{t(`facts.${name}`)}</dt>
              <dd className="mt-0.5">{text}</dd>
            </div>
          ))}
          <div>
            <dt className="text-muted-foreground text-xs">{t('facts.category')}</dt>
            <dd className="mt-0.5">{t(`categories.${entry.category}`)}</dd>
          </div>
        </dl>
      </CardContent>
    </Card>
  );
}
