// Calls every operation of the SDK `mpesa-node` with its defaults. Prints what each returned as one line of JSON.
const Mpesa = require('mpesa-node');

const { CALLBACKS, CERTIFICATE, PASSKEY } = process.env;
const shortCode = '600123';
const phone = 254712345678;
const timeoutUrl = `${CALLBACKS}/timeout`;
const resultUrl = (operation) => `${CALLBACKS}/${operation}`;
const mpesa = new Mpesa({
  consumerKey: 'sdk',
  consumerSecret: 'secret',
  environment: 'sandbox',
  shortCode,
  initiatorName: 'testapi',
  lipaNaMpesaShortCode: shortCode,
  lipaNaMpesaShortPass: PASSKEY,
  securityCredential: 'Safaricom999',
  certPath: CERTIFICATE,
});

async function tell(operation, call) {
  const { status, data } = await call;
  process.stdout.write(`${JSON.stringify({ operation, status, data })}\n`);
  return data;
}

/** The parent answers with a line when something that it was told of has happened. */
const heard = () => new Promise((resolve) => process.stdin.once('data', (line) => resolve(String(line).trim())));

async function main() {
  const pushed = await tell('push', mpesa.lipaNaMpesaOnline(phone, 100, resultUrl('push'), 'INV-1'));
  const receipt = await heard();
  await tell('query', mpesa.lipaNaMpesaQuery(pushed.CheckoutRequestID));
  await tell('status', mpesa.transactionStatus(receipt, shortCode, 4, timeoutUrl, resultUrl('status')));
  await tell('balance', mpesa.accountBalance(shortCode, 4, timeoutUrl, resultUrl('balance')));
  await tell('payout', mpesa.b2c(shortCode, phone, 100, timeoutUrl, resultUrl('payout')));
  await tell('b2b', mpesa.b2b(shortCode, '600999', 100, timeoutUrl, resultUrl('b2b')));
  await tell('reversal', mpesa.reversal(receipt, 100, timeoutUrl, resultUrl('reversal')));
  await tell('register', mpesa.c2bRegister(resultUrl('confirmation'), resultUrl('validation')));
  await tell('simulate', mpesa.c2bSimulate(phone, 100, 'INV-2'));
  // Tokens of earlier calls still work when several calls run at once.
  await Promise.all(
    [1, 2, 3].map(() => tell('parallel', mpesa.accountBalance(shortCode, 4, timeoutUrl, resultUrl('balance')))),
  );
  process.exit(0);
}

main().catch((error) => {
  process.stderr.write(`${error.stack} ${JSON.stringify(error.response?.data)}\n`);
  process.exit(1);
});
