import { ignoreBrokenOutput } from '@tillgate/process';
import { run } from './run.ts';

// A reader such as `head` may close the output early.
ignoreBrokenOutput();
// A command that waits for something that never comes must not end as a success.
process.exitCode = 1;
void run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isScreen: process.stdout.isTTY === true,
}).then((code) => {
  process.exitCode = code;
});
