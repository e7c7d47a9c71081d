import type { Context, WithCourier, WithProvider } from '@tillgate/domain';

/** What the functions need: the worker alone holds the provider, the courier and the key that opens secrets. */
export type WorkerContext = Context & WithProvider & WithCourier;
