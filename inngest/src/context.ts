import type { Context, WithCourier, WithMailer, WithProvider } from '@tillgate/domain';
import type { WithPhoneLimit } from '@tillgate/domain/payments';

/** What the functions need: the worker alone holds the provider, the courier, the mailer and the key that opens secrets. */
export type WorkerContext = Context & WithProvider & WithCourier & WithMailer & WithPhoneLimit;
