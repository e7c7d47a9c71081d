import type { CredentialsDraft } from './draft.ts';

/** The shortcode and passkey that the provider publishes for everybody's tests, and keys that the simulator takes. None is secret. */
export const sandboxDefaults: CredentialsDraft = {
  product: 'paybill',
  shortcode: '174379',
  tillNumber: '',
  consumerKey: 'sandbox-consumer-key',
  consumerSecret: 'sandbox-consumer-secret',
  passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  initiatorName: 'testapi',
  initiatorPassword: 'sandbox-initiator',
};
