/** Says that rows of a kind are waiting, not which. The receiver works until none is left. */
export type WakeUp = 'callbacks.waiting' | 'deliveries.waiting' | 'attempts.waiting';

/**
 * What each signal carries: ids only. A signal names the row for a background function, and the row decides what happens.
 * Queued rows and a running Inngest server hold these names and fields, so renaming one needs a transition.
 */
export type SignalData = Record<WakeUp, Record<string, never>> & {
  'delivery.due': { deliveryId: string; endpointId: string };
  'recovery.due': { recoveryId: string };
  'export.due': { exportId: string };
  'upload.due': { uploadId: string };
  'order.approved': { orderId: string };
  'batch.due': { batchId: string; applicationId: string };
  'mail.due': { mailId: string };
  // The application separates the work of merchants. Older signals lack it.
  'disbursement.inquiry_due': { disbursementId: string; inquiryId: string; applicationId?: string };
  'payment.query_due': { paymentId: string; applicationId?: string };
  'registration.pull_due': { registrationId: string; applicationId: string };
  'confirmation.question_due': { callbackId: string; inquiryId: string; applicationId?: string };
};

export type SignalName = keyof SignalData;

/**
 * A message between our processes, which merchants never see. The queue drops a second signal with the same `id`, so a
 * sweep that publishes stuck work again needs a new id.
 */
export type Signal = { [Name in SignalName]: { name: Name; id: string; data: SignalData[Name] } }[SignalName];

/** Hands signals to the queue. It may fail or lose some without throwing: a sweep publishes them again. */
export type Publish = (signals: Signal[]) => Promise<void>;
