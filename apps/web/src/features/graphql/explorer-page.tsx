'use client';

import { buttonVariants, Callout, EmptyState, JsonView, PageHeader, Panel } from '@tillgate/ui';
import { Braces, FileCode2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { CostMeter } from './cost-meter.tsx';
import { QueryForm } from './query-form.tsx';
import { readyQueries, type Variables } from './ready-queries.ts';
import { type Answer, type Asked, readVariables, runQuery } from './run-query.ts';
import { useCost } from './use-cost.ts';

/** An answer and its query. */
type Ran = { answer: Answer; asked: Asked };

/** Queries the reporting API as the signed-in person. */
export function ExplorerPage({ variables }: { variables: Variables }) {
  const t = useTranslations('graphql');
  const [asked, setAsked] = useState<Asked>({
    query: readyQueries.collected,
    variables: JSON.stringify(variables, null, 2),
  });
  const [ran, setRan] = useState<Ran>();
  const [failure, setFailure] = useState<'unreachable' | 'variables'>();
  const [isPending, setPending] = useState(false);
  const before = useCost(asked);
  const isRun = ran?.asked === asked && ran.answer.extensions?.cost !== undefined;

  async function run() {
    const read = readVariables(asked.variables);
    setFailure(read ? undefined : 'variables');
    if (!read || isPending) return;
    setPending(true);
    try {
      setRan({ answer: await runQuery({ query: asked.query, variables: read }), asked });
    } catch {
      setFailure('unreachable');
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <a href="/api/graphql/schema" className={buttonVariants()}>
            <FileCode2 />
            {t('schema')}
          </a>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('ask')} description={t('askHelp')}>
          <QueryForm
            asked={asked}
            onChange={setAsked}
            onRun={() => void run()}
            isPending={isPending}
            areVariablesWrong={failure === 'variables'}
          >
            <CostMeter cost={isRun ? ran.answer.extensions?.cost : before} isRun={isRun} />
          </QueryForm>
        </Panel>
        <Panel title={t('result')} contentClassName="flex flex-col gap-3">
          {failure === 'unreachable' && (
            <Callout tone="danger" role="alert" title={t('unreachable')}>
              {t('tryAgain')}
            </Callout>
          )}
          <Result answer={ran?.answer} />
        </Panel>
      </div>
    </div>
  );
}

const shownLines = 60;

function Result({ answer }: { answer: Answer | undefined }) {
  const t = useTranslations('graphql');
  if (!answer) return <EmptyState icon={<Braces />} title={t('empty.title')} description={t('empty.description')} />;
  return (
    <>
      {answer.errors && (
        <Callout tone="danger" role="alert" title={t('errors', { count: answer.errors.length })}>
          <ul className="flex flex-col gap-1">
            {[...new Map(answer.errors.map((error) => [error.message, error])).values()].map(
              ({ message, extensions }) => (
                <li key={message} className="break-words">
                  {extensions?.code && <code className="mr-1.5 font-mono text-xs">{extensions.code}</code>}
                  {message}
                </li>
              ),
            )}
          </ul>
        </Callout>
      )}
      <JsonView value={answer} label={t('json')} collapsedLines={shownLines} />
    </>
  );
}
