import { disbursementScenarios } from './disbursement-magic.ts';
import { collectionScenarios } from './magic.ts';

type PhoneRow = { phone: string; title: string };

const collectionsOf = (wanted: string): PhoneRow[] => collectionScenarios.filter(({ group }) => group === wanted);

/** What the page of the simulator shows about this rail: its magic tables by phone and its admin endpoints. */
export const airtelSection = {
  title: 'Airtel Money',
  text: 'A collection from any other phone, and a payout to it, is paid. The API takes the last nine digits of a phone.',
  tables: [
    { caption: 'Collections', rows: collectionsOf('result') },
    { caption: 'Faults around collections', rows: collectionsOf('transport') },
    { caption: 'Refunds', rows: collectionsOf('refund') },
    { caption: 'Payouts', rows: disbursementScenarios },
  ],
  endpoints: [
    ['GET, PUT /admin/airtel/portal', 'callback URL, key, signing, PIN and products of a client of Airtel Money'],
    [
      'GET /admin/airtel/collections, /admin/airtel/disbursements',
      'collections and payouts on Airtel Money, as they are in truth',
    ],
  ],
} as const;
