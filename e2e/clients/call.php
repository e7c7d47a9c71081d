<?php
// Calls a running product with the generated client, and prints what came back as one line of JSON.
declare(strict_types=1);

use Tillgate\Api\CollectionsApi;
use Tillgate\Api\InquiriesApi;
use Tillgate\Api\MoneyOutApi;
use Tillgate\Api\OfflinePaymentsApi;
use Tillgate\Api\SandboxApi;
use Tillgate\ApiException;
use Tillgate\Configuration;
use Tillgate\Model\AskTransactionStatusRequest;
use Tillgate\Model\CollectRequest;
use Tillgate\Model\PaymentSuccessEvent;
use Tillgate\Model\PayoutRequest;
use Tillgate\Model\Problem;
use Tillgate\Model\SimulateOutcomeRequest;
use Tillgate\ObjectSerializer;

// Packages of Composer, or those of the system.
$vendor = __DIR__ . '/vendor/autoload.php';
require is_file($vendor) ? $vendor : 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/lib/' . str_replace('\\', '/', substr($class, strlen('Tillgate\\'))) . '.php';
    if (str_starts_with($class, 'Tillgate\\') && is_file($file)) {
        require $file;
    }
});

/** The members of the problem that a call is refused with. */
function refused(callable $call): array
{
    try {
        $call();
    } catch (ApiException $error) {
        $problem = $error->getResponseObject();
        if (!$problem instanceof Problem) {
            throw $error;
        }
        $issues = array_map(fn ($issue) => $issue->getPath(), $problem->getIssues() ?? []);
        return [
            'status' => $problem->getStatus(),
            'code' => $problem->getCode(),
            'issues' => $issues,
            'indeterminate' => $problem->getIndeterminate() === true,
        ];
    }
    throw new LogicException('a call that must be refused was not');
}

function order(string $phone): CollectRequest
{
    return new CollectRequest([
        'amount' => 10,
        'phone' => $phone,
        'account_reference' => 'INV-1',
        'metadata' => ['order' => ['id' => 7]],
    ]);
}

$config = (new Configuration())->setHost(getenv('TILLGATE_URL'))->setAccessToken(getenv('TILLGATE_KEY'));
$collections = new CollectionsApi(null, $config);
$inquiries = new InquiriesApi(null, $config);
$moneyOut = new MoneyOutApi(null, $config);

$collected = $collections->collect(order('0712345678'), 'php-1');
$again = $collections->collect(order('0712345678'), 'php-1');
$id = $collected->getPaymentId();
$outcome = (new SandboxApi(null, $config))->simulateOutcome(new SimulateOutcomeRequest(['payment_id' => $id, 'outcome' => 'approve']));
$page = $collections->listPayments(1);
$payout = $moneyOut->payout(new PayoutRequest(['amount' => 20, 'phone' => '254712345678']));
$query = $inquiries->askTransactionStatus(new AskTransactionStatusRequest(['transaction_id' => $outcome->getProviderReceipt()]));
$event = ObjectSerializer::deserialize(json_decode(getenv('TILLGATE_EVENT')), PaymentSuccessEvent::class);

echo json_encode([
    'replayed' => $again->getPaymentId() === $id,
    'paid' => $outcome->getStatus(),
    'status' => $collections->getStatus($id)->getStatus(),
    'listed' => array_map(fn ($payment) => $payment->getPaymentId() === $id, $page->getPayments()),
    'registered' => (new OfflinePaymentsApi(null, $config))->registerC2b()->getRegistered(),
    'payout' => $moneyOut->getDisbursement($payout->getDisbursementId())->getDisbursementId() === $payout->getDisbursementId(),
    'inquiry' => $inquiries->getInquiry($query->getQueryId())->getQueryId() === $query->getQueryId(),
    'invalid' => refused(fn () => $collections->collect(order('0212345678'))),
    'unknown' => refused(fn () => $collections->collect(order('254700080001'))),
    'event' => $event->getData()->getTest(),
]), "\n";
