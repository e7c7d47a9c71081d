'use client';

import { type FormEvent, useEffect, useState } from 'react';
import type { Order } from '../lib/shop';

const pollMs = 1_000;

export default function Page() {
  const [order, setOrder] = useState<Order>();
  const [problem, setProblem] = useState('');

  useEffect(() => {
    if (order?.status !== 'pending') return;
    const timer = setTimeout(async () => setOrder(await (await fetch(`/api/orders/${order.id}`)).json()), pollMs);
    return () => clearTimeout(timer);
  });

  async function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = JSON.stringify({ amount: Number(form.get('amount')), phone: form.get('phone') });
    const response = await fetch('/api/orders', { method: 'POST', body });
    const answer = await response.json();
    setProblem(response.ok ? '' : answer.message);
    setOrder(response.ok ? answer : undefined);
  }

  return (
    <main>
      <h1>Checkout</h1>
      <form onSubmit={pay}>
        <p>
          <label>
            Phone <input name="phone" defaultValue="254712345678" />
          </label>
        </p>
        <p>
          <label>
            Amount <input name="amount" type="number" defaultValue="10" /> KES
          </label>
        </p>
        <button type="submit">Pay</button>
      </form>
      <p role="status">
        {problem}
        {order && `Order ${order.id}: ${order.status}. ${order.message ?? ''}`}
      </p>
    </main>
  );
}
