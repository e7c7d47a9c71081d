import type {
  Context,
  Drain,
  WakeUp,
  WithArchive,
  WithCourier,
  WithDashboardUrl,
  WithMailer,
  WithObjectStore,
  WithProvider,
} from '@tillgate/domain';
import type { WithPublicLimits } from '@tillgate/domain/checkout';
import type { WithTurns } from '@tillgate/domain/idempotency';
import type { WithPhoneLimit } from '@tillgate/domain/payments';
import type { WithPace } from '@tillgate/domain/sending';

/** What the functions need. Only the worker has the provider, courier, mailer and the key that opens secrets. */
export type WorkerContext = Context &
  WithProvider &
  WithCourier &
  WithMailer &
  WithObjectStore &
  WithArchive &
  WithPhoneLimit &
  WithPublicLimits &
  WithTurns &
  WithPace &
  Partial<WithDashboardUrl>;

/** The drains of this process. One for each wake-up. */
export type Drains = Record<WakeUp, Drain>;

export type WithDrains = { drains: Drains };
