import { type DocumentNode, type ExecutionResult, GraphQLError, type ParseOptions, parse } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { GraphqlContext } from './context.ts';
import { judgeDocument, tooRepetitive } from './document-shape.ts';
import { refusal, shownError } from './errors.ts';
import { type Cost, judgeCost } from './guard.ts';
import { descriptionKey } from './introspection.ts';
import { descriptionsKeptMax, endpointPath, tokensMax } from './limits.ts';
import { schema } from './schema.ts';

type ServerContext = { graphql: GraphqlContext; log: Logger };
/** A caller that sends the extension `costOnly` gets the cost, and nothing runs. */
type Context = GraphqlContext & ServerContext & { params?: GraphQLParams };

/** @throws GraphQLError when the text is no query, or has too much of anything */
function parsed(source: string, options?: ParseOptions): DocumentNode {
  const document = parse(source, { ...options, maxTokens: tokensMax });
  const error = judgeDocument(document);
  if (error) throw error;
  return document;
}

type Description = { data: Record<string, unknown>; cost: Cost };
/** Answers that only describe the schema, by {@link descriptionKey}; the newest ones. */
const descriptions = new Map<string, Description>();

function keepDescription(key: string, description: Description): void {
  descriptions.set(key, description);
  const [oldest] = descriptions.keys();
  if (descriptions.size > descriptionsKeptMax && oldest !== undefined) descriptions.delete(oldest);
}

/** Bounds what a query may ask for, tells what it costs, and keeps what went wrong inside to the log. */
const guard: Plugin<Context, ServerContext> = {
  onParse({ setParseFn }) {
    setParseFn(parsed);
  },
  onValidate() {
    return ({ result, setResult }) => {
      if (Array.isArray(result) && result.some(({ message }) => /Validation aborted\.$/.test(message))) {
        setResult([tooRepetitive()]);
      }
    };
  },
  onExecute({ args, setResultAndStopExecution }) {
    const { document, operationName, variableValues: variables, contextValue: ctx } = args;
    const isCostOnly = ctx.params?.extensions?.costOnly === true;
    const key = descriptionKey(document);
    const kept = key === undefined ? undefined : descriptions.get(key);
    if (kept) {
      const extensions = { cost: kept.cost };
      return setResultAndStopExecution(isCostOnly ? { extensions } : { data: kept.data, extensions });
    }
    const judged = judge(() => judgeCost({ document, operationName, variables, schema, ctx }));
    if (judged instanceof GraphQLError) return setResultAndStopExecution({ errors: [judged] });
    const { cost, error } = judged;
    if (error) return setResultAndStopExecution({ errors: [error], extensions: { cost } });
    if (isCostOnly) return setResultAndStopExecution({ extensions: { cost } });
    return {
      onExecuteDone({ result, setResult }) {
        if (Symbol.asyncIterator in result) return;
        if (key !== undefined && result.data && !result.errors) keepDescription(key, { data: result.data, cost });
        setResult(shownResult({ ...result, extensions: { ...result.extensions, cost } }, ctx));
      },
    };
  },
};

/** Variables and ids that do not fit are the caller's fault, and the plugin throws them. */
function judge<Answer>(use: () => Answer): Answer | GraphQLError {
  try {
    return use();
  } catch (error) {
    if (error instanceof GraphQLError) return error.extensions.code ? error : refusal('BAD_REQUEST', error.message);
    throw error;
  }
}

function shownResult(result: ExecutionResult, { log, requestId }: Context): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => {
    const shown = shownError(error);
    if (shown) return shown;
    log.error(
      { err: error.originalError ?? error, requestId, field: error.path?.join('.') },
      'A field of a report failed.',
    );
    const { nodes, source, positions, path } = error;
    const { message, extensions } = refusal('INTERNAL', 'Something went wrong on our side. Try again.', { requestId });
    return new GraphQLError(message, { nodes, source, positions, path, extensions });
  });
  return { ...result, errors };
}

/** The reporting API over requests whose caller is known. */
export const yoga = createYoga<ServerContext, GraphqlContext>({
  schema,
  graphqlEndpoint: endpointPath,
  context: ({ graphql }) => graphql,
  plugins: [guard],
  // `shownResult` decides what callers learn.
  maskedErrors: false,
  graphiql: false,
  landingPage: false,
  cors: false,
  batching: false,
  multipart: false,
  logging: false,
});
