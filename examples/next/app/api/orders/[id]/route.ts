import { orders } from '../../../../lib/shop';

/** The state of an order, for the page that waits. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const order = orders.get((await params).id);
  return order ? Response.json(order) : Response.json({ error: 'not_found' }, { status: 404 });
}
