// Imports point down. Checked by scripts/lib/boundaries.mjs: `everyImport` counts imports of types too, `codeImports`
// does not. Biome finds circles (noImportCycles).

const test = '\\.(test|fixture)\\.tsx?$|/testing(/|\\.ts$)';
/** The SQL of a room. */
const statements = 'statements\\.ts$';
const source = (workspace) => `^${workspace}/src/`;

/** What all rooms of the domain share; these folders are no rooms. */
const shared = '(kernel|ports|signals|provider|rails)/';

/** Rooms of the domain from the bottom up: a room imports only from the floors below its own, so there are no circles. */
const domainFloors = [
  ['audit', 'catalogue', 'handset', 'idempotency', 'inbox', 'rate-limits', 'requests', 'rollups', 'tables'],
  ['outbox', 'papers', 'retention', 'sealing'],
  ['endpoints', 'inquiries', 'mails'],
  ['deliveries', 'events', 'gaps', 'policies', 'users'],
  ['organizations', 'recoveries'],
  ['applications', 'guards', 'keys', 'reviews', 'subjects'],
  ['buckets', 'disbursements', 'links', 'payments', 'recipients', 'reporting-tokens', 'views'],
  ['batches', 'c2b', 'checkout', 'desk', 'members', 'qr', 'receipts'],
  ['callbacks', 'credits', 'reconciliation'],
  ['astray', 'orders'],
  ['reading'],
  ['closing', 'exports', 'float', 'provider-periods', 'sending'],
];

/** Features of the dashboard from the bottom up, in the same way. */
const featureFloors = [
  ['actors', 'graphql', 'money', 'shell', 'webhooks'],
  ['rails', 'uploads'],
  [
    'catalogue',
    'event-types',
    'handset',
    'identity',
    'keys',
    'lists',
    'members',
    'orders',
    'receipts',
    'reporting-tokens',
    'restores',
    'views',
  ],
  ['account', 'audit', 'credentials', 'exports', 'policy', 'requests', 'reviews'],
  ['guard'],
  ['closing', 'collect', 'deliveries', 'home', 'inquiries', 'payouts', 'reconciliation'],
  ['approvals', 'batches', 'display', 'endpoints', 'events', 'float', 'payments', 'reports'],
  ['links', 'offline'],
];

/** A rule: what matches `from` never imports what matches `to`. */
const never = (name, comment, from, to, { except = test, unless } = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: except },
  to: { path: to, ...(unless && { pathNot: unless }) },
});

const domainOrder = domainFloors.map((floor, index) =>
  never(
    `domain-floor-${index + 1}-imports-what-is-below`,
    'Rooms of the domain import from the floors below their own, which .dependency-cruiser.cjs lists.',
    `^packages/domain/src/(${floor.join('|')})/`,
    '^packages/domain/src/[^/]+/',
    { unless: `^packages/domain/src/(($1|testing|${domainFloors.slice(0, index).flat().join('|')})/|${shared})` },
  ),
);

const features = '^apps/web/src/features/';
const featureOrder = featureFloors.map((floor, index) =>
  never(
    `feature-floor-${index + 1}-imports-what-is-below`,
    'Features import from the floors below their own, which .dependency-cruiser.cjs lists.',
    `${features}(${floor.join('|')})/`,
    `${features}[^/]+/`,
    { unless: `${features}(${['$1', ...featureFloors.slice(0, index).flat()].join('|')})/` },
  ),
);

const everyImport = [
  {
    name: 'resolvable',
    comment: 'Every import leads somewhere.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  never(
    'db-imports-nothing-of-ours',
    'The database package is the bottom.',
    source('packages/db'),
    '^(packages/(?!db/)|apps/|inngest/)',
    { except: '^$' },
  ),
  never(
    'domain-imports-only-db',
    'Business rules know no transport, no provider and no job engine.',
    source('packages/domain'),
    '^(packages/(?!db/|domain/)|apps/|inngest/)',
    { except: '^$' },
  ),
  never(
    'domain-has-no-framework',
    'The domain does no I/O but through the database package and its ports. (node:net is there for isIP.)',
    source('packages/domain'),
    'node_modules/(fastify|@fastify|undici|express|hono|next|react|inngest|pg|pino|ioredis|@prisma)/|^(http|https|http2|tls|dgram|child_process|fs)(/|$)',
  ),
  never(
    'provider-imports-only-the-ports',
    'The provider package speaks to the provider and to nobody else, over connections as every process has them.',
    source('packages/provider'),
    '^(packages/(?!provider/|domain/|process/src/(interim-answers|lookup)\\.ts$)|apps/|inngest/)',
  ),
  never(
    'provider-kit-knows-no-network',
    'What every network needs knows none of them.',
    '^packages/provider/src/kit/',
    '^packages/provider/src/(?!kit/)',
  ),
  never(
    'provider-networks-know-no-other',
    'A network is a folder. What two of them need stands in the kit.',
    '^packages/provider/src/(?!kit/)([^/]+)/',
    '^packages/provider/src/(?!kit/)[^/]+/',
    { unless: '^packages/provider/src/$1/' },
  ),
  never(
    'process-imports-nothing-of-ours',
    'What every process needs to run knows nothing about what it runs.',
    source('packages/process'),
    '^(packages/(?!process/)|apps/|inngest/)',
    { except: '^$' },
  ),
  {
    name: 'sdk-stands-alone',
    comment: 'Merchants run it anywhere: it imports nothing of ours, no package and no module of Node.js.',
    severity: 'error',
    from: { path: source('packages/sdk'), pathNot: test },
    to: { pathNot: '^packages/sdk/' },
  },
  never('ui-imports-no-data', 'Components do not fetch.', source('packages/ui'), '^(packages/(?!ui/)|apps/|inngest/)'),
  never('jobs-import-no-app', 'Jobs call verbs.', source('inngest'), '^apps/'),
  never('apps-import-no-app', 'Apps share packages, not each other.', '^apps/([^/]+)/src/', '^apps/(?!$1/)'),
  never(
    'simulator-imports-nothing-of-ours',
    'It must stay an independent reading of the wire format.',
    '^apps/simulator/',
    '^(packages/|inngest/|apps/(?!simulator/))',
    { except: '^$' },
  ),
  never(
    'domain-folders-through-their-index',
    'A room of the domain is imported through its index.ts.',
    '^packages/domain/src/([^/]+)/',
    `^packages/domain/src/(?!reading/|${shared})[^/]+/(?!index\\.ts$)`,
    { unless: '^packages/domain/src/($1|testing)/' },
  ),
  never(
    'domain-rooms-stand-on-a-floor',
    'A new room is listed in .dependency-cruiser.cjs.',
    `^packages/domain/src/(?!(${domainFloors.flat().join('|')}|testing)/|${shared})[^/]+/`,
    '^packages/',
  ),
  never(
    'domain-shared-folders-are-the-bottom',
    'What all rooms share knows no room, except how result codes are decoded.',
    `^packages/domain/src/${shared}`,
    `^packages/domain/src/(?!${shared}|catalogue/)[^/]+/`,
  ),
  ...domainOrder,
  never(
    'features-stand-on-a-floor',
    'A new feature is listed in .dependency-cruiser.cjs.',
    `${features}(?!(${featureFloors.flat().join('|')})/)[^/]+/`,
    '^(apps|packages)/',
  ),
  never(
    'what-is-below-features-knows-none',
    'Procedures, formats and texts serve all features. Pages compose them.',
    '^apps/web/src/(?!app/|features/)',
    features,
    { except: `${test}|^apps/web/src/(auth|env|proxy)\\.ts$` },
  ),
  ...featureOrder,
];

const codeImports = [
  never(
    'domain-statements-are-sql',
    'A file of statements holds SQL: it judges no caller and no input.',
    `^packages/domain/src/.*${statements}`,
    '^packages/domain/src/kernel/(authority|input)\\.ts$',
  ),
  never(
    'provider-needs-only-types-of-the-domain',
    'It implements the ports: it needs their types, never code of the domain.',
    source('packages/provider'),
    '^packages/domain/',
  ),
  never('provider-only-in-deps', 'Capabilities are built in one place.', '^(apps|inngest)/', '^packages/provider/', {
    except: `${test}|/deps\\.ts$`,
  }),
  never(
    'database-only-in-deps',
    'Transports and jobs call verbs; deps.ts opens the database. Its types are free.',
    '^(inngest|apps/(pay|public-api|web))/src/',
    '^packages/db/(?!src/pothos\\.ts$)',
    { except: `${test}|/deps\\.ts$|^inngest/src/embedded/` },
  ),
  never(
    'data-model-only-in-the-builder',
    'The plugin of the reporting API gets the data model where the schema is built.',
    '^(packages/(?!db)|apps|inngest)',
    '^packages/db/src/pothos\\.ts$',
    { except: '^apps/web/src/graphql/builder\\.ts$' },
  ),
  never(
    'tests-only-in-tests',
    'Fakes and seeds stay out of the product.',
    '^(packages|apps|inngest)/',
    '/testing(/|\\.ts$)|\\.(test|fixture)\\.ts$',
  ),
  never(
    'outbound-in-two-places',
    'Only the provider package and the courier open outbound connections.',
    '^(packages|apps|inngest)/',
    'node_modules/undici/|^(https|http2|tls)$',
    { except: `${test}|^packages/provider/|^inngest/src/courier(/|\\.ts$)|^apps/(simulator|cli)/` },
  ),
  never(
    'mail-through-the-mailer',
    'One place speaks SMTP: all others write a row.',
    '^(packages|apps|inngest)/',
    'node_modules/nodemailer/',
    { except: `${test}|^inngest/src/mailer\\.ts$` },
  ),
  never(
    'buckets-through-the-object-store',
    'One place speaks to buckets, with connections of the courier.',
    '^(packages|apps|inngest)/',
    'node_modules/@(aws-sdk|smithy)/',
    { except: `${test}|^inngest/src/object-store\\.ts$` },
  ),
  never(
    'one-logger',
    'packages/process makes the loggers, so that all of them hide the same. Its types are free.',
    '^(packages|apps|inngest)/',
    'node_modules/pino/',
    { except: `${test}|^packages/process/|^apps/simulator/` },
  ),
  {
    name: 'declared-packages-only',
    comment: 'A workspace imports what its own package.json names. The site of the documents is built and never runs.',
    severity: 'error',
    from: { path: '^(packages/[^/]+|apps/[^/]+|inngest)/src/', pathNot: `${test}|^apps/docs/` },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
  },
];

const options = {
  parser: 'acorn',
  combinedDependencies: false,
  // Biome finds circles.
  skipAnalysisNotInRules: true,
  doNotFollow: { path: 'node_modules' },
  // What packages are built into is called dist: rules about them must see it. Helpers of tests may name the test runner.
  exclude: { path: '(^|/)(generated/|next-env\\.d\\.ts$)|node_modules/vitest/' },
};

const resolveOptions = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'node', 'default', 'types'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
  mainFields: ['module', 'main', 'types'],
};

module.exports = { domainFloors, everyImport, codeImports, options, resolveOptions };
