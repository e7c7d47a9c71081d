/** OpenAPI links, by status: the operation that reads what a response announces, and where in the response its id is. */
export const statusLink = linkTo('getStatus', 'paymentId', 'Reads the outcome of the payment.');
export const disbursementLink = linkTo('getDisbursement', 'disbursementId', 'Reads the outcome of the disbursement.');
export const inquiryLink = linkTo('getInquiry', 'queryId', 'Reads the answer to the inquiry.');

export const createdLink = linkTo('getLink', 'linkId', 'Reads what was paid on the link.', 201);

export const createdBatch = linkTo('getBatch', 'batchId', 'Reads what became of the batch.');

function linkTo(operationId: string, idField: string, description: string, status = 202) {
  return {
    [status]: { [operationId]: { operationId, parameters: { id: `$response.body#/${idField}` }, description } },
  };
}
