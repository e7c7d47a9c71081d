import { type Logger, pino } from 'pino';

/** Whatever a careless line may carry: none of it is printed. */
const secrets = [
  'authorization',
  'headers.authorization',
  'req.headers.authorization',
  'key',
  'secret',
  'passkey',
  'password',
  'token',
  'consumerKey',
  'consumerSecret',
  'phone',
  'msisdn',
  'receipt',
  'providerReceipt',
  '*.authorization',
  '*.key',
  '*.secret',
  '*.passkey',
  '*.password',
  '*.token',
  '*.consumerKey',
  '*.consumerSecret',
  '*.phone',
  '*.receipt',
];

/** JSON lines on stdout. */
export function createLog(level: string): Logger {
  return pino({ name: 'api', level, redact: { paths: secrets, censor: '[redacted]' }, base: { pid: process.pid } });
}
