import { type Database, isDatabaseOutage } from '@tillgate/db';
import DataLoader from 'dataloader';

/** Most calls that share one statement. */
const batchMax = 100;

/**
 * Makes a function for one item from a function for many: calls within one turn of the event loop share a statement and
 * its commit. If that fails for a reason other than an outage, each item is tried alone, so that one bad call does not
 * fail the others. `run` returns one result per item, in their order.
 */
export function batched<In, Out>(
  run: (db: Database, items: readonly In[]) => Promise<Out[]>,
): (db: Database, item: In) => Promise<Out> {
  const loaders = new WeakMap<Database, DataLoader<In, Out>>();
  const loaderOf = (db: Database) => {
    const loader = new DataLoader<In, Out>((items) => runOrEach(run, db, items), {
      cache: false,
      maxBatchSize: batchMax,
      batchScheduleFn: setImmediate,
    });
    loaders.set(db, loader);
    return loader;
  };
  return (db, item) => (loaders.get(db) ?? loaderOf(db)).load(item);
}

async function runOrEach<In, Out>(
  run: (db: Database, items: readonly In[]) => Promise<Out[]>,
  db: Database,
  items: readonly In[],
): Promise<(Out | Error)[]> {
  try {
    return await run(db, items);
  } catch (error) {
    if (items.length === 1 || isDatabaseOutage(error)) throw error;
    return Promise.all(items.map((item) => runAlone(run, db, item)));
  }
}

async function runAlone<In, Out>(
  run: (db: Database, items: readonly In[]) => Promise<Out[]>,
  db: Database,
  item: In,
): Promise<Out | Error> {
  try {
    const [result] = await run(db, [item]);
    return result as Out;
  } catch (error) {
    return error instanceof Error ? error : new Error('The statement failed.', { cause: error });
  }
}
