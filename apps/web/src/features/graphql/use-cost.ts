'use client';

import { useEffect, useState } from 'react';
import { type Asked, type Cost, readVariables, runQuery } from './run-query.ts';

/** So long after the last key the cost is asked for. */
const pauseMs = 600;

/** What a query would cost, asked for when a person stops writing; undefined while that is not known. */
export function useCost({ query, variables }: Asked): Cost | undefined {
  const [cost, setCost] = useState<Cost>();
  useEffect(() => {
    const read = readVariables(variables);
    if (read === undefined || query.trim() === '') return setCost(undefined);
    const leave = new AbortController();
    const timer = setTimeout(() => {
      runQuery({ query, variables: read }, { costOnly: true, signal: leave.signal }).then(
        ({ extensions }) => setCost(extensions?.cost),
        () => undefined,
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [query, variables]);
  return cost;
}
