import type { HeldPrompt } from './holds.ts';
import { holdCheckMs } from './limits.ts';
import type { Simulation } from './simulation.ts';

/** A prompt of any rail that answers itself. */
type Automatic = HeldPrompt & { isWaiting: () => boolean; answer: () => void };

/**
 * Answers a prompt after the configured delay. The answer waits while a hold applies to the prompt. Nothing is scheduled
 * while `autoAnswer` is off.
 */
export const answerLater = (simulation: Simulation, { isWaiting, answer, ...prompt }: Automatic): void => {
  if (!simulation.settings.autoAnswer) return;
  const attempt = (): void => {
    if (!isWaiting()) return;
    if (simulation.holds.has(prompt)) simulation.timers.after(holdCheckMs, attempt);
    else answer();
  };
  simulation.timers.after(simulation.settings.delayMs, attempt);
};
