import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { bucketAdd } from './bucket-add.ts';
import { bucketRemove, bucketReplaceKeys } from './bucket-change.ts';
import { bucketList } from './bucket-list.ts';
import { bucketTest } from './bucket-test.ts';
import { exportCreate } from './export-create.ts';
import { exportDownload } from './export-download.ts';
import { exportList } from './export-list.ts';
import { exportScheduleAdd } from './export-schedule-add.ts';
import { exportScheduleEnd, exportSchedulePause, exportScheduleResume } from './export-schedule-change.ts';
import { exportScheduleList } from './export-schedule-list.ts';

type AnswerFunction = (answer: Answer) => void;

/** `tillgate export …` */
export function exportCommands(answer: AnswerFunction, report: (line: string) => void): Command[] {
  const schedule = new Command('schedule').description('files that are made again and again');
  const changes = [exportSchedulePause(answer), exportScheduleResume(answer), exportScheduleEnd(answer)];
  for (const each of [exportScheduleAdd(answer), exportScheduleList(answer), ...changes]) schedule.addCommand(each);
  return [exportCreate(answer, report), exportList(answer), exportDownload(answer), schedule];
}

/** `tillgate bucket …` */
export function bucketCommands(answer: AnswerFunction): Command[] {
  return [bucketAdd(answer), bucketList(answer), bucketTest(answer), bucketReplaceKeys(answer), bucketRemove(answer)];
}
