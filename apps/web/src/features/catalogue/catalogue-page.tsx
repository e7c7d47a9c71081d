import { familiesOf, listCatalogue } from '@tillgate/domain/catalogue';
import { Badge, Card, EmptyState, PageHeader } from '@tillgate/ui';
import { ChevronRight, SearchX } from 'lucide-react';
import { GuideLink } from '@/features/shell/guide-link';
import { Messages } from '@/i18n/messages';
import { getTranslator, readPreferences, type Translate } from '@/i18n/server';
import { sayReason } from '@/say/say-reason';
import { CatalogueSearch } from './catalogue-search.tsx';
import { findEntries } from './find-entries.ts';

type Entry = Omit<ReturnType<typeof listCatalogue>[number], 'fix' | 'rail'> & { fix: string | null };
type Props = { apiUrl: string; query: string; family: string | undefined };

/** So few codes that a search finds are shown open. */
const openMax = 3;

/** The provider's codes with meaning and advice. Rendered on the server, so that browsers do not load the catalogue. */
export async function CataloguePage({ apiUrl, query, family }: Props) {
  const t = await getTranslator('catalogue');
  const { locale } = await readPreferences();
  const all = listCatalogue('mpesa').map((entry) => ({ ...sayReason(entry, locale, 'developer'), ...keyOf(entry) }));
  const found = findEntries(all, query, family);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<GuideLink apiUrl={apiUrl} page="errors" label={t('guide')} />}
      />
      <Messages of={['catalogue']}>
        <CatalogueSearch families={familiesOf.mpesa} />
      </Messages>
      <p role="status" className="text-muted-foreground text-sm">
        {t('found', { found: found.length, all: all.length })}
      </p>
      {found.length === 0 ? (
        <Card>
          <EmptyState icon={<SearchX />} title={t('empty.title')} description={t('empty.description')} />
        </Card>
      ) : (
        <Card>
          <ul className="divide-y">
            {found.map((entry) => (
              <EntryRow
                key={`${entry.family} ${entry.code}`}
                entry={entry}
                t={t}
                isOpen={query !== '' && found.length <= openMax}
              />
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

/** How the provider names a result, whatever the language. */
function keyOf({ family, code }: ReturnType<typeof listCatalogue>[number]) {
  return { family, code };
}

/** One code in a line, which opens. */
function EntryRow({ entry, t, isOpen }: { entry: Entry; t: Translate; isOpen: boolean }) {
  const facts = [
    ['cause', entry.cause],
    ['fix', entry.fix],
    ['customerMessage', entry.customerMessage],
    ['category', t(`categories.${entry.category}`)],
  ] as const;
  return (
    <li>
      <details open={isOpen} className="group">
        <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[fit-content(7.5rem)_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-sm hover:bg-accent focus-visible:-outline-offset-2 sm:grid-cols-[7.5rem_minmax(0,1fr)_11rem_7rem_auto] [&::-webkit-details-marker]:hidden">
          <code className="wrap-anywhere text-link text-xs">{entry.code}</code>
          <span className="wrap-anywhere min-w-0 font-medium">{entry.title}</span>
          <span className="hidden text-muted-foreground text-xs sm:block">{t(`families.${entry.family}`)}</span>
          <span className="hidden sm:block">
            <Badge tone={entry.retryable ? 'success' : 'neutral'}>
              {entry.retryable ? t('retryable') : t('notRetryable')}
            </Badge>
          </span>
          <ChevronRight
            aria-hidden="true"
            className="size-4 text-muted-foreground transition-transform group-open:rotate-90"
          />
        </summary>
        <dl className="grid gap-x-6 gap-y-3 px-4 pt-1 pb-4 text-sm sm:grid-cols-2 sm:pl-[9.25rem]">
          {facts.map(
            ([name, text]) =>
              text && (
                <div key={name} className="max-w-prose">
                  <dt className="text-muted-foreground text-xs">{t(`facts.${name}`)}</dt>
                  <dd className="mt-0.5">{text}</dd>
                </div>
              ),
          )}
          <div className="sm:hidden">
            <dt className="text-muted-foreground text-xs">{t(`families.${entry.family}`)}</dt>
            <dd className="mt-0.5">{entry.retryable ? t('retryable') : t('notRetryable')}</dd>
          </div>
        </dl>
      </details>
    </li>
  );
}
