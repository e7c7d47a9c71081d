/** What a person can do about a prompt of any rail. `timeout` means that the network cannot reach the handset. */
export const handsetAnswerNames = [
  'approve',
  'wrong_pin',
  'insufficient_funds',
  'cancel',
  'ignore',
  'timeout',
] as const;

export type HandsetAnswer = (typeof handsetAnswerNames)[number];

/** A prompt of one rail as the handset shows it. Amount in whole KES, time in epoch milliseconds. */
type HandsetPrompt = {
  id: string;
  /** In the form `2547…`. */
  phone: string;
  amount: number;
  reference: string;
  /** What the customer reads below it. Null where the rail has no such field. */
  description: string | null;
  /** Who asks: a shortcode or the client of another rail. */
  payee: string;
  /** The row of its magic table, or `ordinary`. */
  scenario: string;
  isWaiting: boolean;
  createdAtMs: number;
  /** Answers the prompt. Returns false when it was answered before. */
  answer(answer: HandsetAnswer): boolean;
};

/** The prompts of one rail, newest first. */
export type RailHandset = { rail: string; list(): HandsetPrompt[] };
