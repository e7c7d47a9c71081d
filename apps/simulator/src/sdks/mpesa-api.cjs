// Calls every operation of the SDK `mpesa-api` with its defaults. Prints what each returned as one line of JSON.
const { Mpesa } = require('mpesa-api');

const { CALLBACKS, CERTIFICATE, PASSKEY } = process.env;
const shortcode = '600123';
const phone = '254712345678';
const credentials = {
  clientKey: 'sdk',
  clientSecret: 'secret',
  initiatorPassword: 'Safaricom999',
  certificatePath: CERTIFICATE,
};
const mpesa = new Mpesa(credentials, 'sandbox');
const urls = (operation) => ({ QueueTimeOutURL: `${CALLBACKS}/timeout`, ResultURL: `${CALLBACKS}/${operation}` });
const organization = { Initiator: 'testapi', PartyA: shortcode };

async function tell(operation, call) {
  const data = await call;
  process.stdout.write(`${JSON.stringify({ operation, status: 200, data })}\n`);
  return data;
}

/** The parent answers with a line when something that it was told of has happened. */
const heard = () => new Promise((resolve) => process.stdin.once('data', (line) => resolve(String(line).trim())));

async function main() {
  const prompt = { BusinessShortCode: shortcode, passKey: PASSKEY };
  const pushed = await tell(
    'push',
    mpesa.lipaNaMpesaOnline({
      ...prompt,
      ...{ Amount: 100, PartyA: phone, PartyB: shortcode, PhoneNumber: phone },
      ...{ CallBackURL: `${CALLBACKS}/push`, AccountReference: 'INV-1' },
    }),
  );
  const receipt = await heard();
  await tell('query', mpesa.lipaNaMpesaQuery({ ...prompt, CheckoutRequestID: pushed.CheckoutRequestID }));
  const status = { ...organization, TransactionID: receipt, IdentifierType: '4', ...urls('status') };
  await tell('status', mpesa.transactionStatus(status));
  await tell('balance', mpesa.accountBalance({ ...organization, ...urls('balance') }));
  const payout = { ...organization, CommandID: 'BusinessPayment', Amount: 100, PartyB: phone, ...urls('payout') };
  await tell('payout', mpesa.b2c(payout));
  const reversal = { Initiator: 'testapi', TransactionID: receipt, Amount: 100, ReceiverParty: shortcode };
  await tell('reversal', mpesa.reversal({ ...reversal, RecieverIdentifierType: '11', ...urls('reversal') }));
  const hooks = { ConfirmationURL: `${CALLBACKS}/confirmation`, ValidationURL: `${CALLBACKS}/validation` };
  await tell('register', mpesa.c2bRegister({ ShortCode: shortcode, ResponseType: 'Completed', ...hooks }));
  const offline = { ShortCode: shortcode, CommandID: 'CustomerPayBillOnline', Amount: 100, Msisdn: phone };
  await tell('simulate', mpesa.c2bSimulate(offline));
  await Promise.all(
    [1, 2, 3].map(() => tell('parallel', mpesa.accountBalance({ ...organization, ...urls('balance') }))),
  );
  process.exit(0);
}

main().catch((error) => {
  process.stderr.write(`${error.stack ?? JSON.stringify(error)}\n`);
  process.exit(1);
});
