export { generateQr } from './generate-qr.ts';
export { type QrInput, qrSchema } from './schemas.ts';
