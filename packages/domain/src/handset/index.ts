export { answerHandset, answerHandsetSchema } from './answer-handset.ts';
export type { Handset, WaitingPrompt, WithHandset } from './handset.ts';
export { listScenarios } from './list-scenarios.ts';
export { lookAtHandset } from './look-at-handset.ts';
