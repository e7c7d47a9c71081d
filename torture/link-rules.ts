import { indexBy, type Rule, repeated } from './facts.ts';

/** A success on a link counts towards it once, and nothing else does. */
export const creditsAreSuccesses: Rule = ({ product }) => {
  const payments = indexBy(product.payments, ({ id }) => id);
  const credits = indexBy(product.credits, ({ paymentId }) => paymentId);
  return [
    ...repeated(product.credits, ({ paymentId }) => paymentId).map(([id]) => ({ ids: [id], what: 'counts twice' })),
    ...product.credits.flatMap(({ paymentId, amount, linkId }) => {
      const payment = payments.get(paymentId);
      if (payment?.status !== 'success')
        return [{ ids: [paymentId, linkId], what: `counts, and is ${payment?.status}` }];
      return payment.amount === amount
        ? []
        : [{ ids: [paymentId, linkId], what: `counts as ${amount}, not ${payment.amount}` }];
    }),
    ...product.attempts.flatMap(({ paymentId, id }) => {
      const isPaid = paymentId !== null && payments.get(paymentId)?.status === 'success';
      return isPaid && !credits.has(paymentId)
        ? [{ ids: [id, paymentId], what: 'was paid, and counts towards no link' }]
        : [];
    }),
    ...product.credits
      .filter(
        ({ paymentId }) =>
          !product.events.some(({ type, subjectId }) => type === 'link.paid' && subjectId === paymentId),
      )
      .map(({ paymentId }) => ({ ids: [paymentId], what: 'counts without an event' })),
  ];
};

/** A link says what its payments come to, and takes no more of them than it may. */
export const linksAddUp: Rule = ({ product }) =>
  product.links.flatMap((link) => {
    const all = product.credits.filter(({ linkId }) => linkId === link.id);
    const credits = all.filter(({ amount, reversed }) => reversed < amount);
    const sum = all.reduce((total, { amount, reversed }) => total + amount - reversed, 0);
    const hasReversed = all.some(({ reversed }) => reversed > 0);
    const wrong: string[] = [];
    if (link.paidCount !== credits.length || link.paidAmount !== sum) {
      wrong.push(`says ${link.paidCount} of ${link.paidAmount}, and has ${credits.length} of ${sum}`);
    }
    const isFull = link.kind === 'once' && link.amount !== null && sum >= link.amount;
    // A link that was paid stays paid when its money goes back.
    const isWrong = isFull ? link.status !== 'paid' : link.status === 'paid' && !hasReversed;
    if (isWrong && link.kind === 'once') wrong.push(`${sum} of ${link.amount} and ${link.status}`);
    if (link.paymentsMax !== null && credits.length > link.paymentsMax) wrong.push(`took ${credits.length} payments`);
    if (link.paymentsMax !== null && credits.length >= link.paymentsMax && link.status === 'open')
      wrong.push('is full and open');
    return wrong.map((what) => ({ ids: [link.id], what }));
  });

/** Where an attempt says that nothing was sent, nothing was. */
export const nothingSentIsTrue: Rule = ({ product }) => {
  const payments = indexBy(product.payments, ({ id }) => id);
  const claims = indexBy(product.claims, ({ key }) => key);
  return product.attempts.flatMap(({ id, state, paymentId }) => {
    const claimed = claims.get(`attempt§${id}`)?.resourceId;
    const sent = claimed === undefined ? undefined : payments.get(claimed);
    if (state === 'handed')
      return sent?.id === paymentId ? [] : [{ ids: [id, String(paymentId)], what: 'has a payment of another key' }];
    return sent && state !== 'waiting' ? [{ ids: [id, sent.id], what: `is ${state}, and has a payment` }] : [];
  });
};
