export { type AnswerHandsetInput, answerHandset, answerHandsetSchema } from './answer-handset.ts';
export type { Handset, HandsetAnswer, Scenario, WaitingPrompt, WithHandset } from './handset.ts';
export { listScenarios } from './list-scenarios.ts';
export { type HandsetPrompt, type HandsetView, lookAtHandset } from './look-at-handset.ts';
