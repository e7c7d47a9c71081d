import app.tillgate.ApiClient;
import app.tillgate.ApiException;
import app.tillgate.api.CollectionsApi;
import app.tillgate.api.InquiriesApi;
import app.tillgate.api.MoneyOutApi;
import app.tillgate.api.OfflinePaymentsApi;
import app.tillgate.api.SandboxApi;
import app.tillgate.model.AskTransactionStatusRequest;
import app.tillgate.model.CollectRequest;
import app.tillgate.model.Issue;
import app.tillgate.model.PaymentSuccessEvent;
import app.tillgate.model.PayoutRequest;
import app.tillgate.model.Problem;
import app.tillgate.model.SimulateOutcomeRequest;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls a running product with the generated client, and prints what came back as one line of JSON. */
public class Call {
  private static final ObjectMapper json = ApiClient.createDefaultObjectMapper();

  interface Request {
    Object send() throws ApiException;
  }

  /** The members of the problem that a call is refused with. */
  static Map<String, Object> refused(Request request) throws Exception {
    try {
      request.send();
    } catch (ApiException error) {
      Problem problem = json.readValue(error.getResponseBody(), Problem.class);
      List<Issue> issues = problem.getIssues() == null ? List.of() : problem.getIssues();
      return Map.of(
          "status", problem.getStatus(),
          "code", problem.getCode(),
          "issues", issues.stream().map(Issue::getPath).toList(),
          "indeterminate", Boolean.TRUE.equals(problem.getIndeterminate()));
    }
    throw new IllegalStateException("a call that must be refused was not");
  }

  static CollectRequest order(String phone) {
    return new CollectRequest()
        .amount(10)
        .phone(phone)
        .accountReference("INV-1")
        .metadata(Map.of("order", Map.of("id", 7)));
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("TILLGATE_URL"));
    String key = System.getenv("TILLGATE_KEY");
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
    CollectionsApi collections = new CollectionsApi(client);
    InquiriesApi inquiries = new InquiriesApi(client);
    MoneyOutApi moneyOut = new MoneyOutApi(client);

    var collected = collections.collect(order("0712345678"), "java-1");
    var again = collections.collect(order("0712345678"), "java-1");
    String id = collected.getPaymentId();
    var outcome =
        new SandboxApi(client)
            .simulateOutcome(
                new SimulateOutcomeRequest()
                    .paymentId(id)
                    .outcome(SimulateOutcomeRequest.OutcomeEnum.APPROVE));
    var page = collections.listPayments(1, null, null, null, null, null, null, null, null);
    var payout = moneyOut.payout(new PayoutRequest().amount(20).phone("254712345678"), null);
    var query =
        inquiries.askTransactionStatus(
            new AskTransactionStatusRequest().transactionId(outcome.getProviderReceipt()));

    Map<String, Object> told = new LinkedHashMap<>();
    told.put("replayed", again.getPaymentId().equals(id));
    told.put("paid", String.valueOf(outcome.getStatus()));
    told.put("status", String.valueOf(collections.getStatus(id).getStatus()));
    told.put("listed", page.getPayments().stream().map(payment -> payment.getPaymentId().equals(id)).toList());
    told.put("registered", new OfflinePaymentsApi(client).registerC2b().getRegistered());
    told.put(
        "payout",
        moneyOut.getDisbursement(payout.getDisbursementId()).getDisbursementId().equals(payout.getDisbursementId()));
    told.put(
        "inquiry",
        inquiries.getInquiry(query.getQueryId()).getTransactionStatusInquiry().getQueryId().equals(query.getQueryId()));
    told.put("invalid", refused(() -> collections.collect(order("0212345678"), null)));
    told.put("unknown", refused(() -> collections.collect(order("254700080001"), null)));
    PaymentSuccessEvent event = json.readValue(System.getenv("TILLGATE_EVENT"), PaymentSuccessEvent.class);
    told.put("event", event.getData().getTest());
    System.out.println(json.writeValueAsString(told));
  }
}
