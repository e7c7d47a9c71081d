export {
  findSavedPayee,
  listRecipients,
  type Recipient,
  readSavedPayee,
  recipientsMax,
  removeRecipient,
  removeRecipientSchema,
  type SavedPayee,
  saveRecipient,
  saveRecipientSchema,
} from './recipients.ts';
