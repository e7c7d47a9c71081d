import type { Command } from 'commander';
import type { Answer } from '../output.ts';
import { retentionRun } from './retention-run.ts';
import { retentionSet } from './retention-set.ts';
import { retentionShow } from './retention-show.ts';
import { subjectErase } from './subject-erase.ts';
import { subjectExport } from './subject-export.ts';
import { subjectHold } from './subject-hold.ts';

type AnswerFunction = (answer: Answer) => void;

/** What is kept, and for how long. */
export function retentionCommands(answer: AnswerFunction): Command[] {
  return [retentionShow(answer), retentionSet(answer), retentionRun(answer)];
}

/** What is kept about one person. */
export function subjectCommands(answer: AnswerFunction): Command[] {
  return [subjectExport(answer), subjectErase(answer), subjectHold(answer)];
}
