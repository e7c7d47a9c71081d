// Calls a running product with the generated client, and prints what came back as one line of JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	tillgate "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// refused has the members of the problem that a call is refused with.
func refused(err error) map[string]any {
	var refusal *tillgate.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		fmt.Fprintln(os.Stderr, "a call that must be refused was not:", err)
		os.Exit(1)
	}
	problem, ok := refusal.Model().(tillgate.Problem)
	if !ok {
		fmt.Fprintln(os.Stderr, "an error is no problem:", err, string(refusal.Body()))
		os.Exit(1)
	}
	issues := []string{}
	for _, issue := range problem.GetIssues() {
		issues = append(issues, issue.GetPath())
	}
	return map[string]any{"status": problem.GetStatus(), "code": problem.GetCode(), "issues": issues, "indeterminate": problem.GetIndeterminate()}
}

func main() {
	ctx := context.WithValue(context.Background(), tillgate.ContextAccessToken, os.Getenv("TILLGATE_KEY"))
	configuration := tillgate.NewConfiguration()
	configuration.Servers = tillgate.ServerConfigurations{{URL: os.Getenv("TILLGATE_URL")}}
	client := tillgate.NewAPIClient(configuration)
	collect := func(phone string) tillgate.ApiCollectRequest {
		order := tillgate.NewCollectRequest(10, phone)
		order.SetAccountReference("INV-1")
		order.SetMetadata(map[string]any{"order": map[string]any{"id": 7}})
		return client.CollectionsAPI.Collect(ctx).CollectRequest(*order)
	}
	collected := must(collect("0712345678").IdempotencyKey("go-1").Execute())
	again := must(collect("0712345678").IdempotencyKey("go-1").Execute())
	outcome := must(client.SandboxAPI.SimulateOutcome(ctx).SimulateOutcomeRequest(
		*tillgate.NewSimulateOutcomeRequest(collected.GetPaymentId(), "approve")).Execute())
	page := must(client.CollectionsAPI.ListPayments(ctx).Limit(1).Execute())
	listed := []bool{}
	for _, payment := range page.GetPayments() {
		listed = append(listed, payment.GetPaymentId() == collected.GetPaymentId())
	}
	status := must(client.CollectionsAPI.GetStatus(ctx, collected.GetPaymentId()).Execute())
	registered := must(client.OfflinePaymentsAPI.RegisterC2b(ctx).Execute())
	payout := must(client.MoneyOutAPI.Payout(ctx).PayoutRequest(*tillgate.NewPayoutRequest(20, "254712345678")).Execute())
	disbursement := must(client.MoneyOutAPI.GetDisbursement(ctx, payout.GetDisbursementId()).Execute())
	query := must(client.InquiriesAPI.AskTransactionStatus(ctx).AskTransactionStatusRequest(
		*tillgate.NewAskTransactionStatusRequest(outcome.GetProviderReceipt())).Execute())
	inquiry := must(client.InquiriesAPI.GetInquiry(ctx, query.GetQueryId()).Execute())
	_, _, invalid := collect("0212345678").Execute()
	_, _, unknown := collect("254700080001").Execute()
	event := tillgate.PaymentSuccessEvent{}
	if err := json.Unmarshal([]byte(os.Getenv("TILLGATE_EVENT")), &event); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"replayed":   again.GetPaymentId() == collected.GetPaymentId(),
		"paid":       outcome.GetStatus(),
		"status":     status.GetStatus(),
		"listed":     listed,
		"registered": registered.GetRegistered(),
		"payout":     disbursement.GetDisbursementId() == payout.GetDisbursementId(),
		"inquiry":    inquiry.TransactionStatusInquiry != nil && inquiry.TransactionStatusInquiry.GetQueryId() == query.GetQueryId(),
		"invalid":    refused(invalid),
		"unknown":    refused(unknown),
		"event":      event.Data.GetTest(),
	})
}
