import type { RailName } from '@tillgate/domain/rails/labels';
import { expect, it } from 'vitest';
import { railOfInput, saidNetwork } from './said-network.ts';

const accounts = (...rails: RailName[]) => rails.map((rail) => ({ rail }));

it.each([
  ['mpesa', accounts('mpesa'), 'mpesa', 'M-PESA'],
  ['airtel', accounts('mpesa'), 'airtel', 'Airtel Money'],
  [undefined, accounts('mpesa'), 'mpesa', 'M-PESA'],
  [undefined, accounts('airtel'), 'airtel', 'Airtel Money'],
  [null, accounts('mpesa', 'airtel'), 'any', 'any'],
  [undefined, [], 'mpesa', 'M-PESA'],
] as const)('about %s with the accounts %j, a text says %s', (given, providers, rail, network) => {
  expect(saidNetwork(given, providers)).toEqual({ rail, network });
});

it.each([
  [{ rail: 'airtel' }, 'airtel'],
  [{ rail: 'pigeon' }, undefined],
  [{}, undefined],
  [undefined, undefined],
])('an order with %j asks for the network %s', (input, rail) => {
  expect(railOfInput(input)).toBe(rail);
});
