import { Command } from 'commander';
import { examine } from '../doctor/examine.ts';
import { readEnv } from '../env.ts';
import type { Answer } from '../output.ts';

export function doctor(answer: (answer: Answer) => void): Command {
  return new Command('doctor')
    .description('check every part of the system and say what to fix; exits with 1 if something is wrong')
    .action(async () => {
      const parts = await examine(readEnv());
      const ok = parts.every((part) => part.ok);
      const lines = parts.map((part) => `${part.ok ? 'ok  ' : 'FAIL'}  ${part.part.padEnd(11)} ${part.detail}`);
      answer({ json: { ok, parts }, text: lines.join('\n'), failed: !ok });
    });
}
