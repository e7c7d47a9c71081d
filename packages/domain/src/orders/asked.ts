import type { OrderModel } from '@tillgate/db';
import { readSavedPayee, type SavedPayee } from '../recipients/index.ts';

/** A row with the saved recipient that it goes to, which is JSON in the database. */
export function askedOf(order: OrderModel): Omit<OrderModel, 'recipient'> & { recipient: SavedPayee | null } {
  return { ...order, recipient: readSavedPayee(order.recipient) };
}
