import type { SignalData, SignalName } from '@tillgate/domain';
import { EventType, staticSchema } from 'inngest';

/**
 * The trigger of a function that listens to a signal. It gives `event.data` the type that the domain declares for the
 * signal.
 */
export function on<Name extends SignalName>(name: Name) {
  return new EventType({ name, schema: staticSchema<SignalData[Name]>() });
}
