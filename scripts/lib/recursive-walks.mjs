// @ts-check
// Recursive functions in sources that outsiders' texts can reach, by file, and what bounds how deep they go.

const ownData = 'only data of our own';
const again = 'it calls itself once more, or later, and walks nothing';

/**
 * Files whose recursive functions walk what outsiders send. `deep-texts.test.mjs` gives each a text as deep as its door
 * lets in.
 * @type {Record<string, string>}
 */
export const walks = {
  'apps/web/src/graphql/document-shape.ts': 'the tokens of a document, and each fragment once',
  'packages/domain/src/idempotency/claim.ts': 'bodies of 32 levels, by read-json.ts of the API',
  'packages/domain/src/reading/masked-text.ts': 'metadata and events, which were bodies of 32 levels',
  'packages/domain/src/requests/kept-body.ts': 'its own limit of 8 levels',
  'packages/domain/src/subjects/rewrite.ts': 'documents within texts, each in a text that is shorter by its quotes',
  'packages/provider/src/kit/excerpt.ts': 'its own limit of 4 levels',
  'packages/provider/src/mpesa/parse-result.ts': 'its own limit of 16 levels',
};

/**
 * All other files with recursive functions, with the reason why no outsider's text goes deep in them.
 * @type {Record<string, string>}
 */
export const bounded = {
  'apps/web/src/features/event-types/fields.ts': ownData,
  'apps/web/src/features/lists/filters.ts': ownData,
  'apps/web/src/features/shell/frame-buttons.tsx': again,
  'apps/web/src/features/shell/rail.tsx': again,
  'apps/web/src/features/shell/use-return.ts': again,
  'apps/web/src/graphql/introspection.ts': 'judged by document-shape.ts before, which bounds the nesting',
  'apps/web/src/i18n/compile.ts': ownData,
  'apps/web/src/trpc/options.ts': ownData,
  'apps/web/src/trpc/verb-input.ts': ownData,
  'inngest/src/courier/failure.ts': 'causes of errors, which libraries nest a few times',
  'inngest/src/server/hand-over.ts': again,
  'inngest/src/server/watch-server.ts': again,
  'inngest/src/wake-up-listener.ts': again,
  'inngest/src/wake-ups.ts': again,
  'inngest/src/whole-errors.ts': 'its own limit of 8 levels',
  'packages/db/src/clock.ts': again,
  'packages/db/src/outage.ts': 'causes of errors, which libraries nest a few times',
  'packages/domain/src/batches/compare-names.ts': 'its own limit of 6 words of a name',
  'packages/domain/src/deliveries/drain-endpoint.ts': again,
  'packages/domain/src/exports/formats/sheet.ts': 'the number of a column, by a factor of 26 at each call',
  'packages/domain/src/orders/request-order.ts': again,
  'packages/domain/src/payments/settle.ts': again,
  'packages/domain/src/reading/keyset.ts': again,
  'packages/domain/src/requests/create-request-log.ts': again,
  'packages/domain/src/signals/drain.ts': again,
  'packages/domain/src/subjects/subject.ts': again,
  'packages/provider/src/kit/deadline.ts': again,
};
