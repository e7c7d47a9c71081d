export { type PublicReceipt, readPublicReceipt } from './public-receipt.ts';
export { shareReceipt, shareReceiptSchema } from './share-receipt.ts';
