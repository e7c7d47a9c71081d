import { eventHeaders } from '@tillgate/domain/reading/event-types';
import { Card, CardContent, CardHeader, CopyButton, JsonView, PageHeader, Panel } from '@tillgate/ui';
import type { inferRouterOutputs } from '@trpc/server';
import { GuideLink } from '@/features/shell/guide-link';
import { type TenantParams, tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { Time } from '@/format';
import { getTranslator, type Translate } from '@/i18n/server';
import type { AppRouter } from '@/trpc/root';
import { type EventField, fieldsOf, textKey } from './fields.ts';

type EventType = inferRouterOutputs<AppRouter>['events']['types'][number];
type Props = { tenant: TenantParams; apiUrl: string; types: EventType[] };

const linesMax = 40;

/** Every type of webhook event: meaning, fields and an example. Rendered on the server from the published schemas. */
export async function EventTypesPage({ tenant, apiUrl, types }: Props) {
  const t = await getTranslator('event-types');
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        breadcrumbs={
          <Trail
            items={[{ label: t('events'), href: tenantPath(tenant, 'developers/events') }, { label: t('title') }]}
          />
        }
        title={t('title')}
        description={t('description')}
        actions={<GuideLink apiUrl={apiUrl} page="receive-webhooks" label={t('guide')} />}
      />
      <nav aria-label={t('jump')}>
        <ul className="flex flex-wrap gap-2">
          {types.map(({ type }) => (
            <li key={type}>
              <a
                href={`#${type}`}
                className="inline-flex min-h-8 items-center rounded-full border bg-card px-3 font-mono text-xs hover:bg-accent pointer-coarse:min-h-11"
              >
                {type}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Headers t={t} />
      {types.map((one) => (
        <TypeCard key={one.type} one={one} t={t} />
      ))}
    </div>
  );
}

function Headers({ t }: { t: Translate }) {
  return (
    <Panel title={t('headers')} description={t('headersText')}>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
        {eventHeaders.map(({ name }) => (
          <div key={name} className="contents">
            <dt className="font-mono text-xs leading-5">{name}</dt>
            <dd className="text-muted-foreground">{t(`headerTexts.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function TypeCard({ one: { type, schema, example }, t }: { one: EventType; t: Translate }) {
  return (
    <section id={type} aria-label={type} className="scroll-mt-16">
      <Card>
        <CardHeader
          title={<code className="text-base">{type}</code>}
          description={t(`types.${textKey(type)}`)}
          actions={<CopyButton value={type} label={t('copyType', { type })} />}
        />
        <CardContent className="grid items-start gap-6 lg:grid-cols-2">
          <div className="min-w-0">
            <h3 className="mb-2 font-medium text-sm">{t('fields')}</h3>
            <Fields fields={fieldsOf(schema)} t={t} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <div>
              <h3 className="mb-2 font-medium text-sm">{t('example')}</h3>
              <p className="mb-2 text-muted-foreground text-xs">
                {example.at ? (
                  <>
                    {t('own')} <Time value={example.at} format="dateTimeSeconds" />
                  </>
                ) : (
                  t('madeUp')
                )}
              </p>
              <JsonView
                value={example.body}
                label={t('exampleOf', { type })}
                copyLabel={t('copyExample', { type })}
                collapsedLines={linesMax}
              />
            </div>
            <details>
              <summary className="touch-area min-h-8 font-medium text-sm">{t('schema')}</summary>
              <JsonView
                value={schema}
                label={t('schemaOf', { type })}
                copyLabel={t('copySchema', { type })}
                collapsedLines={linesMax}
                className="mt-2"
              />
            </details>
          </div>
        </CardContent>
      </Card>
    </section>
  );
}

function Fields({ fields, t }: { fields: EventField[]; t: Translate }) {
  return (
    <dl className="divide-y rounded-lg border text-sm">
      {fields.map(({ path, type, description, isOptional }) => (
        <div key={path} className="px-3 py-2">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="break-all font-medium text-xs">{path}</code>
            <span className="break-words font-mono text-muted-foreground text-xs">{type}</span>
            {isOptional && <span className="text-muted-foreground text-xs">{t('optional')}</span>}
          </dt>
          {description && (
            <dd lang="en" className="mt-0.5 text-muted-foreground">
              {description.replaceAll('`', '')}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
