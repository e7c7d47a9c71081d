import { builder } from './builder.ts';
import './types/scalars.ts';
import './types/application.ts';
import './types/payment.ts';
import './types/disbursement.ts';
import './types/payment-link.ts';
import './types/inquiry.ts';
import './types/delivery.ts';
import './types/event.ts';
import './types/balance.ts';
import './types/statement-line.ts';
import './types/exception.ts';
import './types/export.ts';
import './types/collections-report.ts';
import './types/payouts-report.ts';
import './types/settlement-report.ts';
import './types/balances-report.ts';

builder.queryType({ description: 'Reads payments, payouts, statements and reports.' });

/** The reporting API. `schema.graphql` is its text. */
export const schema = builder.toSchema();
