# Calls a running product with the generated client, and prints what came back as one line of JSON.
import json
import os

import tillgate
from tillgate.rest import ApiException

host, token, event = (os.environ[name] for name in ("TILLGATE_URL", "TILLGATE_KEY", "TILLGATE_EVENT"))
client = tillgate.ApiClient(tillgate.Configuration(host=host, access_token=token))
collections = tillgate.CollectionsApi(client)
inquiries = tillgate.InquiriesApi(client)


def refused(call):
    """The members of the problem that a call is refused with."""
    try:
        call()
    except ApiException as error:
        problem = error.data
        issues = [issue.path for issue in problem.issues or []]
        return {"status": problem.status, "code": problem.code, "issues": issues, "indeterminate": problem.indeterminate is True}
    raise SystemExit("a call that must be refused was not")


order = tillgate.CollectRequest(amount=10, phone="0712345678", account_reference="INV-1", metadata={"order": {"id": 7}})
collected = collections.collect(order, idempotency_key="python-1")
again = collections.collect(order, idempotency_key="python-1")
outcome = tillgate.SandboxApi(client).simulate_outcome(
    tillgate.SimulateOutcomeRequest(payment_id=collected.payment_id, outcome="approve")
)
page = collections.list_payments(limit=1)
payout = tillgate.MoneyOutApi(client).payout(tillgate.PayoutRequest(amount=20, phone="254712345678"))
query = inquiries.ask_transaction_status(tillgate.AskTransactionStatusRequest(transaction_id=outcome.provider_receipt))
print(
    json.dumps(
        {
            "replayed": again.payment_id == collected.payment_id,
            "paid": outcome.status,
            "status": collections.get_status(collected.payment_id).status,
            "listed": [payment.payment_id == collected.payment_id for payment in page.payments],
            "registered": tillgate.OfflinePaymentsApi(client).register_c2b().registered,
            "payout": tillgate.MoneyOutApi(client).get_disbursement(payout.disbursement_id).disbursement_id == payout.disbursement_id,
            "inquiry": inquiries.get_inquiry(query.query_id).actual_instance.query_id == query.query_id,
            "invalid": refused(lambda: collections.collect(tillgate.CollectRequest(amount=10, phone="0212345678"))),
            "unknown": refused(lambda: collections.collect(tillgate.CollectRequest(amount=10, phone="254700080001"))),
            "event": tillgate.PaymentSuccessEvent.from_json(event).data.test,
        }
    )
)
