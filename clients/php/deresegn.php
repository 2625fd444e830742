<?php
/**
 * Verifies payment receipts with a Deresegn service, in one file without a framework: PHP 8.1 or newer with the stream wrapper for
 * https (`allow_url_fopen`). docs/php.md says how to use it. The address and the key are DERESEGN_URL and DERESEGN_KEY.
 */

declare(strict_types=1);

namespace Deresegn;

/** No answer of the service, or none for this program. It says nothing about a payment. */
class ServiceError extends \RuntimeException
{
    /** @param ?int $retryAfter seconds to wait before a repeat; null when the service did not say */
    public function __construct(string $message, public readonly bool $mayRepeat, public readonly ?int $retryAfter = null)
    {
        parent::__construct($message);
    }
}

/** A webhook that the service did not sign, or an old one: answer it with 400. */
class WebhookError extends \RuntimeException
{
}

/** A bank is asked so often that does not answer: then it is an outage. */
const BANK_FAILURES = 3;

/**
 * Asks the bank until there is a verdict, for $seconds at most.
 *
 * @param array{url?: string, reference?: string, text?: string, provider?: string, account?: string, phone?: string} $what
 *        exactly one of url, reference and text
 * @param array<string, mixed> $expect amount, and account or name, as in docs/api.md
 * @param string $order its id: a repeat for one order is the same verification; for another, the receipt is seen_before
 * @return array{accepted: bool, verdict: string, why: list<string>, body: array<string, mixed>} hand over only if accepted
 * @throws \InvalidArgumentException for an expectation without amount or receiver
 * @throws ServiceError when the time is over, or the key is refused
 */
function verify(array $what, array $expect, string $order, float $seconds = 60): array
{
    if (trim((string) ($expect['amount'] ?? '')) === '' || receiverOf($expect) === '') {
        throw new \InvalidArgumentException("Expect an amount and a receiver: ['amount' => '500.00', 'account' => '0911223344'].");
    }
    $endsAt = microtime(true) + $seconds;
    $unanswered = 0;
    for ($failures = 0; ; $failures++) {
        try {
            if ($failures > 0 && isViewLimited($last ?? [], $what)) {
                return isset($last) ? outcome($last) : throw $error;
            }
            $error = null;
            $last = ended(post($what, $expect, $order, $endsAt), $endsAt);
            $retry = $last['error']['retry'] ?? 'never';
            if ($last['verdict'] !== 'could_not_check' || $retry === 'never') {
                return outcome($last);
            }
            $unanswered += $retry === 'backoff' ? 1 : 0;
        } catch (ServiceError $error) {
            $last = null;
            if (!$error->mayRepeat) {
                throw $error;
            }
        }
        $said = $error ? $error->retryAfter : $last['retryAfter'];
        $pause = $said === null ? min(2 ** $failures, 16) * (1 + lcg_value()) : $said + lcg_value();
        if ($unanswered >= BANK_FAILURES || microtime(true) + $pause >= $endsAt) {
            return $error ? throw $error : outcome($last);
        }
        usleep((int) ($pause * 1_000_000));
    }
}

/**
 * The outcome in the body of a verification: of a call, or `data` of the webhook verification.completed.
 *
 * @param array<string, mixed> $body
 * @return array{accepted: bool, verdict: string, why: list<string>, body: array<string, mixed>}
 */
function outcome(array $body): array
{
    $why = $body['verdict'] === 'verified'
        ? problems($body['checks'] ?? [], $body['history'] ?? [])
        : [$body['error']['reason'] ?? $body['error']['code'] ?? 'still_pending'];
    $accepted = $body['verdict'] === 'verified' && $why === [];
    return ['accepted' => $accepted, 'verdict' => $body['verdict'], 'why' => $why, 'body' => $body];
}

/**
 * The event of a webhook.
 *
 * @param array<string, string> $headers names in small letters, as of getallheaders() after array_change_key_case()
 * @param string $body as received: file_get_contents('php://input')
 * @return array{id: string, type: string, timestamp: string, data: array<string, mixed>}
 * @throws WebhookError
 */
function webhook(array $headers, string $body, string $secret): array
{
    [$id, $time, $signatures] = array_map(
        fn (string $name) => $headers["webhook-$name"] ?? throw new WebhookError("The webhook has no header webhook-$name."),
        ['id', 'timestamp', 'signature'],
    );
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6), true) : false;
    if ($key === false || strlen($key) < 12) {
        throw new \InvalidArgumentException('The secret of an endpoint begins with whsec_.');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    $isSigned = false;
    foreach (explode(' ', $signatures) as $signature) {
        $isSigned = hash_equals($expected, $signature) || $isSigned;
    }
    if (!$isSigned || !ctype_digit($time) || abs(time() - (int) $time) > 300) {
        throw new WebhookError('The webhook is not signed with this secret, or over five minutes old.');
    }
    return ['id' => $id] + json_decode($body, true, 64, JSON_THROW_ON_ERROR);
}

/**
 * Asks for an amount: send `url` of the request to the customer, or hand in what they send. `status` is paid when it is paid.
 *
 * @param array<string, mixed> $request amount, and description, receivers and others as in docs/payment-requests.md
 * @param string $order its id: a repeat within 24 hours gets the same request
 * @return array<string, mixed> the request
 * @throws ServiceError
 */
function createPaymentRequest(array $request, string $order): array
{
    return requested('POST', '', $request, $order);
}

/** @return array<string, mixed> @throws ServiceError */
function getPaymentRequest(string $id): array
{
    return requested('GET', '/' . rawurlencode($id));
}

/**
 * @param array{status?: string, externalId?: string, after?: string} $query
 * @return array{paymentRequests: list<array<string, mixed>>, more: bool} newest first; the next page is after the last id
 * @throws ServiceError
 */
function listPaymentRequests(array $query = []): array
{
    return requested('GET', $query === [] ? '' : '?' . http_build_query($query));
}

/**
 * Hands in what the customer sent. A receipt that does not pay is no error: attempt.outcome says what became of it.
 *
 * @param array<string, mixed> $receipt exactly one of url, reference and text; or images, as of POST /api/verify-image
 * @return array{attempt: array<string, mixed>, paymentRequest: array<string, mixed>}
 * @throws ServiceError
 */
function handInReceipt(string $id, array $receipt): array
{
    return requested('POST', '/' . rawurlencode($id) . '/receipts', $receipt);
}

/** Closes an open one. @return array<string, mixed> @throws ServiceError */
function cancelPaymentRequest(string $id): array
{
    return requested('POST', '/' . rawurlencode($id) . '/cancel', new \stdClass());
}

/** Accepts the payment in review, `$attempt` of its `review`: paid, or open again if more is due. @return array<string, mixed> @throws ServiceError */
function acceptPaymentRequest(string $id, string $reason, ?string $attempt = null): array
{
    return requested('POST', '/' . rawurlencode($id) . '/accept', array_filter(compact('reason', 'attempt')));
}

/** Opens one in review again. @return array<string, mixed> @throws ServiceError */
function refusePaymentRequest(string $id, string $reason, ?string $attempt = null): array
{
    return requested('POST', '/' . rawurlencode($id) . '/refuse', array_filter(compact('reason', 'attempt')));
}

/** A call about payment requests, and its answer. */
function requested(string $method, string $path, array|\stdClass|null $body = null, ?string $order = null): array
{
    $answer = call($method, "/api/payment-requests$path", $body, $order);
    if (isset($answer['error'])) {
        ['message' => $message, 'retry' => $retry] = $answer['error'];
        throw new ServiceError($message, $retry !== 'never', $answer['retryAfter']);
    }
    return $answer;
}

/** @param array<string, mixed> $expect */
function receiverOf(array $expect): string
{
    return trim((string) ($expect['account'] ?? '') . (string) ($expect['name'] ?? ''));
}

/** @return list<string> why a payment that is real must not be accepted; none: accept it */
function problems(array $checks, array $history): array
{
    $found = [];
    foreach (['amount', 'receiver', 'bank', 'age', 'notBefore'] as $name) {
        if (isset($checks[$name])) {
            $found[] = $checks[$name]['ok'] === true ? null : $name . '_' . ($checks[$name]['reason'] ?? 'mismatch');
        } elseif ($name === 'amount' || $name === 'receiver') {
            $found[] = "{$name}_not_checked";
        }
    }
    $found = array_values(array_filter($found));
    if ($found === [] && ($checks['ok'] ?? false) !== true) {
        $found[] = 'unknown_check';
    }
    if ($history['seenBefore'] ?? false) {
        $found[] = 'seen_before';
    } elseif ($history['possiblySameAs'] ?? []) {
        $found[] = 'possibly_seen_before';
    }
    return $found;
}

/** One request; it is pending when the bank takes longer. */
function post(array $what, array $expect, string $order, float $endsAt): array
{
    $waitMs = (int) max(min(25_000, ($endsAt - microtime(true) - 1) * 1_000), 0);
    return call('POST', '/api/verify', $what + ['expect' => $expect, 'waitMs' => $waitMs], $order);
}

/** Polls what is pending. What goes wrong with a poll says nothing about the verification, which goes on. */
function ended(array $body, float $endsAt): array
{
    $id = $body['requestId'] ?? '';
    for ($pause = 0.5; $body['verdict'] === 'pending'; $pause = min($pause * 1.5, 5)) {
        if (microtime(true) + $pause >= $endsAt) {
            return ['verdict' => 'could_not_check', 'requestId' => $id];
        }
        usleep((int) ($pause * 1_000_000));
        try {
            $answer = call('GET', '/api/verify/' . rawurlencode($id));
            $isOfPoll = $answer['verdict'] === 'could_not_check' && !isset($answer['processingStatus']);
            $body = $isOfPoll && $answer['error']['retry'] !== 'never' ? $body : $answer;
        } catch (ServiceError $error) {
            if (!$error->mayRepeat) {
                throw $error;
            }
        }
    }
    return $body;
}

/** Whether the bank opens its links few times: those are never asked again. */
function isViewLimited(array $last, array $what): bool
{
    $provider = $last['providerKey'] ?? call('POST', '/api/resolve', $what)['providerKey'] ?? null;
    foreach ($provider === null ? [] : call('GET', '/api/providers')['providers'] as $bank) {
        if ($bank['key'] === $provider) {
            return $bank['viewLimited'];
        }
    }
    return false;
}

/**
 * One call. Redirects are not followed: they would take the key along.
 *
 * @return array<string, mixed> the body, with retryAfter in seconds or null
 */
function call(string $method, string $path, array|\stdClass|null $body = null, ?string $order = null): array
{
    $headers = ['x-api-key: ' . getenv('DERESEGN_KEY'), 'accept: application/json', 'content-type: application/json'];
    if ($order !== null) {
        $headers[] = "idempotency-key: $order";
    }
    $content = $body === null ? '' : json_encode($body, JSON_THROW_ON_ERROR);
    $http = compact('method', 'content') + ['header' => $headers, 'timeout' => 40, 'ignore_errors' => true, 'follow_location' => 0];
    $text = @file_get_contents(rtrim((string) getenv('DERESEGN_URL'), '/') . $path, false, stream_context_create(['http' => $http]));
    $found = json_decode((string) $text, true);
    $lines = implode("\n", $http_response_header ?? []);
    $status = preg_match('#^HTTP/\S+ (\d+)#', $lines, $match) ? (int) $match[1] : 0;
    $retryAfter = preg_match('/^retry-after: *(\d+)/mi', $lines, $match) ? (int) $match[1] : null;
    if (!is_array($found) || ($status >= 300 && !isset($found['error']))) {
        throw new ServiceError("No answer of the service (HTTP $status).", true, $retryAfter);
    }
    if (in_array($status, [401, 403], true)) {
        throw new ServiceError($found['error']['message'], false);
    }
    if (in_array($found['error']['code'] ?? '', ['rate_limited', 'too_many_waiting'], true)) {
        throw new ServiceError($found['error']['message'], true, $retryAfter);
    }
    if ($path === '/api/verify' && !isset($found['verdict'])) {
        throw new ServiceError('No verdict: is DERESEGN_URL right?', false);
    }
    return $found + ['retryAfter' => $retryAfter];
}

// php deresegn.php <reference> <amount> <account> <order>: 0 paid, 1 refused, 2 could not check.
if (PHP_SAPI === 'cli' && realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    [, $reference, $amount, $account, $order] = $argv + array_fill(0, 5, '');
    $expect = ['amount' => $amount, 'account' => $account, 'bank' => 'telebirr'];
    try {
        $result = verify(['reference' => $reference], $expect, $order);
    } catch (ServiceError $error) {
        echo 'try again later: ', $error->getMessage(), "\n";
        exit(2);
    }
    $said = match (true) {
        $result['accepted'] => 'paid',
        $result['verdict'] === 'could_not_check' => 'try again later: ',
        default => 'refused: ',
    };
    echo $said, implode(', ', $result['why']), "\n";
    exit($result['accepted'] ? 0 : ($result['verdict'] === 'could_not_check' ? 2 : 1));
}
