import type { Refusal } from './scenario.ts';

/** A refusal with the provider's standard error body. */
export const envelope = (status: number, errorCode: string, errorMessage: string): Refusal => ({
  form: 'envelope',
  status,
  errorCode,
  errorMessage,
});

/** The gateway's fault when calls come too fast. */
export const spikeArrest: Refusal = {
  form: 'fault',
  status: 500,
  faultstring: 'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=1000000}',
  errorcode: 'policies.ratelimit.SpikeArrestViolation',
};

export const htmlErrorPage: Refusal = { form: 'html', status: 500, title: 'Internal Server Error' };

export const internalError = envelope(500, '500.003.1001', 'Internal Server Error');

export const systemBusy = envelope(500, '500.003.02', 'System is busy. Please try again in few minutes.');

export const quotaViolation = envelope(500, '500.003.03', 'Error Occurred: Quota Violation');

export const errorUnder200 = envelope(200, '500.003.1001', 'Internal Server Error');

/** Refuses a valid token whose app is not enabled for the product or its version. */
export const noProduct = envelope(
  401,
  '401.003.01',
  'Error Occurred - Invalid Access Token - no apiproduct match found',
);
