export { type AnswerHandsetInput, answerHandset, answerHandsetSchema } from './answer-handset.ts';
export type { Handset, HandsetAnswer, WaitingPrompt, WithHandset } from './handset.ts';
export { type HandsetPrompt, type HandsetView, lookAtHandset } from './look-at-handset.ts';
