export { builtOrEnd, EnvironmentProblem, parseEnvironment, readEnvironment, type Variables } from './environment.ts';
export * as fields from './fields.ts';
export { createLogger } from './log.ts';
export { ignoreBrokenOutput } from './output.ts';
export { isSecretName } from './redact.ts';
export { requestDeadlines, requestTimeoutMs } from './request-deadlines.ts';
export { endUnableToListen, type Shutdown, shutDownOnSignal } from './shut-down.ts';
export { within } from './within.ts';
