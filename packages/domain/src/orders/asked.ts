import type { OrderModel } from '@tillgate/db';
import { readSavedPayee, type SavedPayee } from '../recipients/index.ts';

/** A row with its saved recipient parsed from JSON. */
export function askedOf(order: OrderModel): Omit<OrderModel, 'recipient'> & { recipient: SavedPayee | null } {
  return { ...order, recipient: readSavedPayee(order.recipient) };
}
