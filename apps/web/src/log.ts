import { type Logger, pino } from 'pino';

/** Whatever a careless line may carry: none of it is printed. */
const fields = [
  'authorization',
  'cookie',
  'key',
  'secret',
  'passkey',
  'password',
  'token',
  'email',
  'phone',
  'msisdn',
  'receipt',
  'providerReceipt',
];
const secrets = fields.flatMap((field) => [field, `*.${field}`]);

/** JSON lines on stdout. */
export function createLog(level: string): Logger {
  return pino({ name: 'web', level, redact: { paths: secrets, censor: '[redacted]' }, base: { pid: process.pid } });
}
