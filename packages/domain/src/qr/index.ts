export { generateQr } from './generate-qr.ts';
export { qrSchema } from './schemas.ts';
