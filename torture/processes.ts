import { setTimeout as pause } from 'node:timers/promises';
import { type Program, startProgram } from '../e2e/support/program.ts';

const restartWaitMs = 200;
const startsMax = 100;
const lastWords = 60;
/** A worker without its database ends, to be started again: its engine may have lost its lock. */
const lostDatabase = 'The worker ends, to be started again.';

/** A process that is started again whenever it ends, as a service manager does. */
export type Supervised = {
  name: string;
  port(): number | undefined;
  pid(): number | undefined;
  /** kill -9; resolves when it listens again. */
  kill(): Promise<void>;
  /** What it said last each time that it ended although nobody had killed it or its database. */
  ownEnds: string[];
  stop(): Promise<void>;
};

/** Starts `dist/main.js` of a workspace and keeps it running. `moved` is called when its port has changed. */
export async function supervise(
  name: string,
  folder: string,
  env: () => Record<string, string>,
  lines: string[],
  moved: () => void = () => {},
): Promise<Supervised> {
  let program: Program | undefined;
  let isStopped = false;
  const ownEnds: string[] = [];

  async function start(): Promise<void> {
    for (let tries = 1; !isStopped; tries += 1) {
      try {
        program = await startProgram(folder, env(), lines);
        watch(program);
        moved();
        return;
      } catch (error) {
        // Its database may be unavailable for a moment.
        if (tries === startsMax) throw error;
        await pause(restartWaitMs);
      }
    }
  }

  function watch(started: Program): void {
    void started.ended().then(async () => {
      if (isStopped || program !== started) return;
      await pause(restartWaitMs);
      // Lines that are no log lines, such as the trace of an error, have no process id.
      const own = lines.filter((line) => line.includes(`"pid":${started.pid},`) || !line.startsWith('{'));
      if (!own.some((line) => line.includes(lostDatabase))) ownEnds.push([name, ...own.slice(-lastWords)].join('\n'));
      // It was killed meanwhile: whoever did that starts it again.
      if (isStopped || program !== started) return;
      program = undefined;
      await start();
    });
  }

  await start();
  return {
    name,
    port: () => program?.port,
    pid: () => program?.pid,
    async kill() {
      const victim = program;
      program = undefined;
      moved();
      await victim?.kill();
      if (victim) await start();
    },
    ownEnds,
    async stop() {
      isStopped = true;
      await program?.kill();
    },
  };
}
