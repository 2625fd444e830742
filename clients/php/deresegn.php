<?php
/**
 * Verifies payment receipts with a Deresegn service, in one file without a framework: PHP 8.1 or newer with the stream wrapper for
 * https (`allow_url_fopen`). docs/php.md says how to use it. The address and the key are DERESEGN_URL and DERESEGN_KEY.
 */

declare(strict_types=1);

namespace Deresegn;

/** No answer of the service, or a refusal. It says nothing about a payment. */
class ServiceError extends \RuntimeException
{
    /**
     * @param ?int $retryAfter seconds to wait before a repeat; null when the service did not say
     * @param ?string $reason `error.code` or `error.reason` of a refusal; null without an answer
     * @param list<array{path: string, code: string, message: string}> $issues what is wrong with the call
     */
    public function __construct(
        string $message,
        public readonly bool $mayRepeat,
        public readonly ?int $retryAfter = null,
        public readonly ?string $reason = null,
        public readonly array $issues = [],
    ) {
        parent::__construct($message);
    }
}

/** A webhook that the service did not sign, or an old one: answer it with 400. */
class WebhookError extends \RuntimeException
{
}

/** A bank is asked so often that does not answer: then it is an outage. */
const BANK_FAILURES = 3;
const WHAT = ['url', 'reference', 'text'];
const HINTS = ['provider', 'account', 'phone'];
const EXPECTATION = ['amount', 'tolerance', 'account', 'name', 'receiver', 'bank', 'maxAgeHours', 'notBefore'];
const EXAMPLES = "For example ['amount' => '500.00', 'account' => '0911223344', 'bank' => 'telebirr'], "
    . "['amount' => '500.00', 'name' => 'Selam Test'] or ['amount' => '500.00', 'receiver' => 'saved']; null checks nothing.";

/**
 * Asks the bank until there is a verdict, for $seconds at most.
 *
 * @param array{url?: string, reference?: string, text?: string, provider?: string, account?: string, phone?: string} $what
 *        exactly one of url, reference and text
 * @param ?array<string, mixed> $expect amount ('any' where any is right), and account, name or 'receiver' => 'saved'; others as in
 *        docs/api.md. Null checks nothing, and is never accepted
 * @param string $order its id: a repeat for one order is the same verification; for another, the receipt is seen_before
 * @return array{accepted: bool, verdict: string, why: list<string>, body: array<string, mixed>} hand over only if accepted
 * @throws \InvalidArgumentException when the program is wrong: nothing was sent
 * @throws ServiceError when the time is over, or the key is refused
 */
function verify(array $what, ?array $expect, string $order, float $seconds = 60): array
{
    $body = lookUpBody($what) + expectBody($expect);
    $isAny = isAny($expect);
    $endsAt = microtime(true) + $seconds;
    $unanswered = 0;
    for ($failures = 0; ; $failures++) {
        try {
            if ($failures > 0 && isViewLimited($last ?? [], $what, $endsAt)) {
                return isset($last) ? outcome($last, $isAny) : throw $error;
            }
            $error = null;
            $last = ended(post($body, $order, $endsAt), $endsAt);
            $retry = $last['error']['retry'] ?? 'never';
            if ($last['verdict'] !== 'could_not_check' || $retry === 'never') {
                return outcome($last, $isAny);
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
            return $error ? throw $error : outcome($last, $isAny);
        }
        usleep((int) ($pause * 1_000_000));
    }
}

/**
 * Asks the bank, and waits at most $waitMs (0 to 30,000) for it. What takes longer goes on: its verdict is 'pending', and poll() of
 * body['requestId'], or a webhook, has its end.
 *
 * @return array{accepted: bool, verdict: string, why: list<string>, body: array<string, mixed>}
 * @throws \InvalidArgumentException, ServiceError
 */
function begin(array $what, ?array $expect, string $order, int $waitMs = 0): array
{
    $body = lookUpBody($what) + expectBody($expect) + ['waitMs' => $waitMs];
    return outcome(ask('POST', '/api/verify', $body, $order), isAny($expect));
}

/**
 * What became of a verification that was pending.
 *
 * @param bool $isAny whether its expectation had 'amount' => 'any'
 * @return array{accepted: bool, verdict: string, why: list<string>, body: array<string, mixed>}
 * @throws ServiceError
 */
function poll(string $requestId, bool $isAny = false): array
{
    return outcome(ask('GET', '/api/verify/' . rawurlencode($requestId)), $isAny);
}

/**
 * Reads one to five pictures of a receipt, and asks the bank once. It costs a screenshot read.
 *
 * @param list<string> $pictures bytes of JPEG, PNG, WebP or PDF: file_get_contents($path)
 * @param array{text?: string, provider?: string, account?: string, phone?: string} $hints
 * @return array{accepted: bool, verdict: string, why: list<string>, body: array<string, mixed>}
 * @throws \InvalidArgumentException, ServiceError
 */
function verifyImage(array $pictures, ?array $expect, string $order, array $hints = []): array
{
    noOthers('the hints', $hints, ['text', ...HINTS]);
    if ($pictures === [] || !array_is_list($pictures)) {
        throw new \InvalidArgumentException('Give a list of pictures, each as bytes.');
    }
    $images = array_map(fn (string $bytes) => ['imageBase64' => base64_encode($bytes)], $pictures);
    $body = ask('POST', '/api/verify-image', compact('images') + $hints + expectBody($expect), $order, 120);
    return outcome(($body['upstream']['result'] ?? []) + $body, isAny($expect));
}

/**
 * The outcome in the body of a verification: of a call, of a result of a batch, or `data` of the webhook verification.completed.
 *
 * @param array<string, mixed> $body
 * @param bool $isAny whether its expectation had 'amount' => 'any'
 * @return array{accepted: bool, verdict: string, why: list<string>, body: array<string, mixed>}
 */
function outcome(array $body, bool $isAny = false): array
{
    $verdict = $body['verdict'] ?? throw new \InvalidArgumentException('Give the body of a verification, which has a verdict.');
    $why = $verdict === 'verified'
        ? problems($body['checks'] ?? [], $body['history'] ?? [], $isAny)
        : [$body['error']['reason'] ?? $body['error']['code'] ?? 'still_pending'];
    return ['accepted' => $verdict === 'verified' && $why === [], 'verdict' => $verdict, 'why' => $why, 'body' => $body];
}

/**
 * The event of a webhook.
 *
 * @param array<string, string|list<string>> $headers as of getallheaders(), or of a request of Symfony or Laravel
 * @param string $body as received: file_get_contents('php://input')
 * @param string|non-empty-list<string> $secret of the endpoint, whsec_…; several while it is changed
 * @return array{id: string, type: string, timestamp: string, data: array<string, mixed>}
 * @throws WebhookError
 */
function webhook(array $headers, string $body, string|array $secret): array
{
    $keys = array_map(keyOf(...), (array) $secret);
    $headers = array_change_key_case($headers);
    [$id, $time, $signatures] = array_map(
        fn (string $name) => ((array) ($headers[$name] ?? []))[0] ?? throw new WebhookError("The webhook has no header $name."),
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    );
    $isSigned = false;
    foreach ($keys as $key) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
        foreach (explode(' ', $signatures) as $signature) {
            $isSigned = hash_equals($expected, $signature) || $isSigned;
        }
    }
    if (!$isSigned || !ctype_digit($time) || abs(time() - (int) $time) > 300) {
        throw new WebhookError('The webhook is not signed with this secret, or over five minutes old.');
    }
    $event = json_decode($body, true);
    return is_array($event) ? ['id' => $id] + $event : throw new WebhookError('The body of the webhook is no JSON.');
}

function keyOf(string $secret): string
{
    $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6), true) : false;
    if ($key === false || strlen($key) < 12) {
        throw new \InvalidArgumentException('The secret of an endpoint begins with whsec_.');
    }
    return $key;
}

/**
 * Sends up to a hundred verifications in one call; one that is invalid refuses them all.
 *
 * @param list<array<string, mixed>> $items each with exactly one of url, reference and text, and if you like `expect` as docs/api.md has
 *        it, and an `id` of your own
 * @param string $name of the batch: a repeat within 24 hours gets the same one
 * @return array{id: string, statusUrl: string, eventsUrl: string, total: int}
 * @throws \InvalidArgumentException, ServiceError
 */
function createBatch(array $items, string $name): array
{
    foreach ($items as $index => $item) {
        oneOfThree($item, "items.$index");
        noOthers("items.$index", $item, ['id', 'expect', ...WHAT, ...HINTS]);
    }
    return api('POST', '/api/verify-batch', ['items' => array_values($items)], $name);
}

/**
 * All items have a result once `status` is completed: outcome($one['result']) says whether to accept it. The webhook
 * batch.completed says when.
 *
 * @return array<string, mixed>
 * @throws ServiceError
 */
function getBatch(string $id): array
{
    return api('GET', '/api/batches/' . rawurlencode($id));
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
    return api('POST', '/api/payment-requests', $request, $order);
}

/** @return array<string, mixed> @throws ServiceError */
function getPaymentRequest(string $id): array
{
    return api('GET', requestPath($id));
}

/**
 * @param array{status?: string, externalId?: string, after?: string} $query
 * @return array{paymentRequests: list<array<string, mixed>>, more: bool} newest first; the next page is after the last id
 * @throws ServiceError
 */
function listPaymentRequests(array $query = []): array
{
    noOthers('the query', $query, ['status', 'externalId', 'after']);
    return api('GET', '/api/payment-requests?' . http_build_query($query));
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
    if (isset($receipt['images']) || isset($receipt['imageBase64'])) {
        noOthers('the receipt', $receipt, ['images', 'imageBase64', 'text', ...HINTS]);
    } else {
        lookUpBody($receipt);
    }
    return api('POST', requestPath($id) . '/receipts', $receipt);
}

/** Closes an open one. @return array<string, mixed> @throws ServiceError */
function cancelPaymentRequest(string $id): array
{
    return api('POST', requestPath($id) . '/cancel', []);
}

/**
 * Accepts the payment in review, `$attempt` of its `review`: paid, or open again if more is due.
 *
 * @return array<string, mixed>
 * @throws ServiceError
 */
function acceptPaymentRequest(string $id, string $reason, ?string $attempt = null): array
{
    return api('POST', requestPath($id) . '/accept', array_filter(compact('reason', 'attempt')));
}

/** Opens one in review again. @return array<string, mixed> @throws ServiceError */
function refusePaymentRequest(string $id, string $reason, ?string $attempt = null): array
{
    return api('POST', requestPath($id) . '/refuse', array_filter(compact('reason', 'attempt')));
}

function requestPath(string $id): string
{
    return '/api/payment-requests/' . rawurlencode($id);
}

/**
 * Any other call of docs/api.md, and its answer: api('GET', '/api/usage').
 *
 * @param ?array<string, mixed> $body sent as JSON; null sends none
 * @param ?string $key the Idempotency-Key, where the call takes one
 * @return array<string, mixed>
 * @throws ServiceError
 */
function api(string $method, string $path, ?array $body = null, ?string $key = null): array
{
    $answer = call($method, $path, $body, $key);
    return isset($answer['error']['retry']) ? throw refusal($answer) : $answer;
}

/** @return array<string, string> what is sent: one link, reference or text, and hints */
function lookUpBody(array $what): array
{
    noOthers('the request', $what, [...WHAT, ...HINTS]);
    oneOfThree($what, 'the request');
    return $what;
}

function oneOfThree(array $given, string $where): void
{
    if (count(array_intersect_key($given, array_flip(WHAT))) !== 1) {
        throw new \InvalidArgumentException("Give exactly one of url, reference and text in $where.");
    }
}

/** Members that the service does not know would be ignored. */
function noOthers(string $where, array $given, array $known): void
{
    if ($unknown = array_diff(array_keys($given), $known)) {
        [$named, $all] = [implode(', ', $unknown), implode(', ', $known)];
        throw new \InvalidArgumentException("Unknown in $where: $named. It takes $all.");
    }
}

/** @return array{expect?: array<string, mixed>} 'any' and 'saved' are said by leaving the member out */
function expectBody(?array $expect): array
{
    if ($expect === null) {
        return [];
    }
    noOthers('the expectation', $expect, EXPECTATION);
    ['amount' => $amount, 'account' => $account, 'name' => $name, 'receiver' => $receiver] = $expect + array_fill_keys(EXPECTATION, null);
    if (!is_int($amount) && !is_float($amount) && (!is_string($amount) || trim($amount) === '')) {
        throw new \InvalidArgumentException('Expect an amount. ' . EXAMPLES);
    }
    $receivers = array_filter([$account, $name, $receiver], fn ($one) => $one !== null);
    if ($receivers === [] || array_filter($receivers, fn ($one) => !is_string($one) || trim($one) === '')) {
        throw new \InvalidArgumentException('Expect a receiver, as text. ' . EXAMPLES);
    }
    if ($receiver !== null && ($receiver !== 'saved' || count($receivers) > 1)) {
        throw new \InvalidArgumentException("The receiver is 'saved', without account and name. " . EXAMPLES);
    }
    $sent = array_diff_key($expect, ['receiver' => 0] + (isAny($expect) ? ['amount' => 0] : []));
    return $sent === [] ? [] : ['expect' => $sent];
}

function isAny(?array $expect): bool
{
    return ($expect['amount'] ?? null) === 'any';
}

/** @return list<string> why a payment that is real must not be accepted; none: accept it */
function problems(array $checks, array $history, bool $isAny): array
{
    $found = [];
    foreach (['amount', 'receiver', 'bank', 'age', 'notBefore'] as $name) {
        if (isset($checks[$name])) {
            $found[] = $checks[$name]['ok'] === true ? null : $name . '_' . ($checks[$name]['reason'] ?? 'mismatch');
        } elseif ($name === 'receiver' || ($name === 'amount' && !$isAny)) {
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
function post(array $body, string $order, float $endsAt): array
{
    $leftMs = ($endsAt - microtime(true)) * 1_000;
    $waitMs = (int) max(min(25_000, $leftMs / 2, $leftMs - 1_000), 0);
    return ask('POST', '/api/verify', $body + ['waitMs' => $waitMs], $order, within($endsAt));
}

/** Seconds that a call may take. */
function within(float $endsAt): float
{
    return max(min(40.0, $endsAt - microtime(true)), 0.1);
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
            $answer = ask('GET', '/api/verify/' . rawurlencode($id), timeout: within($endsAt));
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
function isViewLimited(array $last, array $what, float $endsAt): bool
{
    $provider = $last['providerKey'] ?? call('POST', '/api/resolve', $what, timeout: within($endsAt))['providerKey'] ?? null;
    foreach ($provider === null ? [] : call('GET', '/api/providers', timeout: within($endsAt))['providers'] as $bank) {
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
function call(string $method, string $path, ?array $body = null, ?string $order = null, float $timeout = 40): array
{
    [$url, $key] = [(string) getenv('DERESEGN_URL'), (string) getenv('DERESEGN_KEY')];
    if (!preg_match('#^https?://[^/]#', $url)) {
        throw new \InvalidArgumentException('Set DERESEGN_URL to the address of the service, such as https://verify.example.');
    }
    if (!preg_match('/^[\x21-\x7e]+$/D', $key)) {
        throw new \InvalidArgumentException('Set DERESEGN_KEY to the API key.');
    }
    if ($order !== null && !preg_match('/^[\x20-\x7e]{1,256}$/D', $order)) {
        throw new \InvalidArgumentException('The id of an order has 1 to 256 printable ASCII characters.');
    }
    $header = array_filter([
        "x-api-key: $key",
        'accept: application/json',
        $body === null ? null : 'content-type: application/json',
        $order === null ? null : "idempotency-key: $order",
    ]);
    // An empty list is no object of JSON.
    $content = $body === null ? '' : json_encode($body ?: new \stdClass(), JSON_THROW_ON_ERROR);
    $http = compact('method', 'header', 'content', 'timeout') + ['ignore_errors' => true, 'follow_location' => 0];
    $text = @file_get_contents(rtrim($url, '/') . $path, false, stream_context_create(['http' => $http]));
    $found = json_decode((string) $text, true);
    $lines = implode("\n", $http_response_header ?? []);
    $status = preg_match('#^HTTP/\S+ (\d+)#', $lines, $match) ? (int) $match[1] : 0;
    $retryAfter = preg_match('/^retry-after: *(\d+)/mi', $lines, $match) ? (int) $match[1] : null;
    if (!is_array($found) || ($status >= 300 && !isset($found['error']) && !isset($found['components']))) {
        throw new ServiceError("No answer of the service (HTTP $status).", true, $retryAfter);
    }
    $answer = $found + ['retryAfter' => $retryAfter];
    if (in_array($status, [401, 403], true) || in_array($found['error']['code'] ?? '', ['rate_limited', 'too_many_waiting'], true)) {
        throw refusal($answer);
    }
    return $answer;
}

/** A call whose answer has a verdict. */
function ask(string $method, string $path, ?array $body = null, ?string $order = null, float $timeout = 40): array
{
    $answer = call($method, $path, $body, $order, $timeout);
    return isset($answer['verdict']) ? $answer : throw new ServiceError('No verdict: is DERESEGN_URL right?', false);
}

/** The error of an answer with `error`. */
function refusal(array $answer): ServiceError
{
    ['message' => $message, 'retry' => $retry] = $answer['error'];
    $issues = $answer['error']['issues'] ?? [];
    $named = array_map(fn (array $issue) => ($issue['path'] ?: 'body') . ': ' . $issue['message'], $issues);
    $reason = $answer['error']['code'] ?? $answer['error']['reason'] ?? null;
    return new ServiceError(implode(' ', [$message, ...$named]), $retry !== 'never', $answer['retryAfter'], $reason, $issues);
}

// php deresegn.php <reference> <amount> <account> <order>: 0 paid, 1 refused, 2 could not check, 3 misused.
if (PHP_SAPI === 'cli' && realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    [, $reference, $amount, $account, $order] = $argv + array_fill(0, 5, '');
    $expect = ['amount' => $amount, 'account' => $account, 'bank' => 'telebirr'];
    try {
        $result = verify(['reference' => $reference], $expect, $order);
    } catch (ServiceError $error) {
        echo 'try again later: ', $error->getMessage(), "\n";
        exit(2);
    } catch (\InvalidArgumentException $error) {
        echo 'misused: ', $error->getMessage(), "\n";
        exit(3);
    }
    $said = match (true) {
        $result['accepted'] => 'paid',
        $result['verdict'] === 'could_not_check' => 'try again later: ',
        default => 'refused: ',
    };
    echo $said, implode(', ', $result['why']), "\n";
    exit($result['accepted'] ? 0 : ($result['verdict'] === 'could_not_check' ? 2 : 1));
}
