import type { Outcome, Prompt } from './prompts.ts';
import type { Result } from './results.ts';
import type { Simulation } from './simulation.ts';

const settledAmountOf = (prompt: Prompt): number => {
  const { amount } = prompt.push;
  if (prompt.scenario.callback !== 'other_amount') return amount;
  return amount > 1 ? amount - 1 : amount + 1;
};

/** Gives a result its receipt and settled amount when it means that money moved. */
export const settleAs = (simulation: Simulation, prompt: Prompt, result: Result): Outcome => {
  const isPaid = result.code === 0;
  return {
    ...result,
    receipt: isPaid ? simulation.ids.receipt() : null,
    settledAmount: isPaid ? settledAmountOf(prompt) : null,
  };
};
