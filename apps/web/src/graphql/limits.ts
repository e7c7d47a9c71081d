/** Where callers of the reporting API send their queries. */
export const endpointPath = '/api/graphql';
/** One request, its query and variables together. */
export const bodyBytesMax = 64 * 1024;
/** Highest cost of a query: about the number of objects in its answer. */
export const costMax = 5_000;
/** The cost of a count of many rows. */
export const countCost = 100;
/** The cost of a report besides its rows. */
export const reportCost = 20;
/** What asking for a file costs. */
export const exportCost = 200;
/** How deep fields may stand within fields. */
export const depthMax = 12;
/** How many fields a query may select, fragments included. */
export const fieldsMax = 500;
/** Bytes of the schema's description that cost as much as one row. All that tools ask for costs two fifths of a query. */
export const introspectionBytesPerCost = 100;
/** Most members of the schema's description that are counted for an answer. Queries of common tools have about 10,000. */
export const introspectionStepsMax = 50_000;
/** Answers that only describe the schema and are kept: the forms in which tools ask for it. */
export const descriptionsKeptMax = 32;
/** How deep fields may stand within fields where the schema is described, too: lists of types that are not null. */
export const nestingMax = 24;
/** Spreads of fragments that a document may have. */
export const spreadsMax = 60;
/** Pairs of fields of one name in a document, which validation compares with each other. */
export const comparisonsMax = 20_000;
export const aliasesMax = 30;
export const directivesMax = 30;
/** Words and signs of the text of a query. */
export const tokensMax = 4_000;
/** How long one statement may run. */
export const statementTimeoutMs = 5_000;
/** How often one reporting token may ask. */
export const tokenRule = { count: 300, seconds: 60 };
