import type { SimulatorOptions } from '../app.ts';
import { type Answer, type Json, startBench, until } from '../test-client.ts';
import type { Received } from '../test-listener.ts';
import type { C2bVersion } from './fields.ts';
import type { OfflinePaymentView } from './offline-payments.ts';

export const testShortcode = '600321';
export const testPhone = '254712345678';

/** Starts a bench for offline payments. Validations arrive at `/pay?validation=1`, confirmations at `/pay`. */
export const startC2bBench = async (options: SimulatorOptions = {}) => {
  const bench = await startBench({ lateCallbackMs: 20, ...options });
  const { base, received } = bench.listener;
  const registration = (change: Json = {}): Json => ({
    ShortCode: testShortcode,
    ResponseType: 'Completed',
    ConfirmationURL: `${base}/pay`,
    ValidationURL: `${base}/pay?validation=1`,
    ...change,
  });
  const payment = (change: Json = {}): Json => ({
    ShortCode: testShortcode,
    CommandID: 'CustomerPayBillOnline',
    Amount: 5,
    Msisdn: testPhone,
    BillRefNumber: 'INV-7',
    ...change,
  });
  const payments = async (query = ''): Promise<OfflinePaymentView[]> =>
    (await bench.call('GET', `/admin/c2b/payments${query}`)).json.payments as OfflinePaymentView[];
  const ofPath = (path: string): Received[] => received.filter((message) => message.path === path);
  return {
    ...bench,
    registration,
    payment,
    payments,
    register: (change: Json = {}, version: C2bVersion = 'v2'): Promise<Answer> =>
      bench.post(`/mpesa/c2b/${version}/registerurl`, registration(change)),
    simulate: (change: Json = {}, version: C2bVersion = 'v2'): Promise<Answer> =>
      bench.post(`/mpesa/c2b/${version}/simulate`, payment(change)),
    pay: (body: Json): Promise<Answer> => bench.post('/admin/c2b/pay', body),
    validations: (): Json[] => ofPath('/pay?validation=1').map(({ json }) => json),
    confirmations: (): Json[] => ofPath('/pay').map(({ json }) => json),
    /** The newest payment, once it is decided and has that many confirmations. */
    after: (confirmations: number): Promise<OfflinePaymentView> =>
      until(async () => {
        const [newest] = await payments();
        const isOver = newest?.state !== 'validating' && newest?.confirmations.length === confirmations;
        return isOver && newest;
      }),
  };
};

export type C2bBench = Awaited<ReturnType<typeof startC2bBench>>;
