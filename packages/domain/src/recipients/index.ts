export {
  listRecipients,
  type Recipient,
  recipientsMax,
  removeRecipient,
  removeRecipientSchema,
  saveRecipient,
  saveRecipientSchema,
} from './recipients.ts';
