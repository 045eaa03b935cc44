#!/usr/bin/env php
<?php
// Signs one request to the Laris API and sends it. PHP 8 with the curl extension. The rules: ../signing.md
//
//   LARIS_KEY_ID=SVCK… LARIS_SECRET=svcs_… php sign.php [--print] [--timestamp N] METHOD URL [TEXT | @FILE | -]
declare(strict_types=1);

/** $body: the very bytes that are sent, not an array that is encoded again later. */
function string_to_sign(string $method, string $path, string $timestamp, string $body, ?string $idempotencyKey = null): string
{
    $lines = [$method, $path, $timestamp, hash('sha256', $body)];
    if ($idempotencyKey !== null) { // not !empty(): an empty header counts as sent, and so does "0"
        $lines[] = $idempotencyKey;
    }
    return implode("\n", $lines); // not PHP_EOL, which is "\r\n" on Windows
}

function authorization(string $keyId, string $secret, string $text): string
{
    // The key is the hex text itself (64 ASCII bytes), not the 32 bytes that it stands for: no hex2bin(), no binary: true.
    $signature = hash_hmac('sha256', $text, hash('sha256', $secret));
    return "Svc-HMAC-SHA256 keyId=$keyId, scope=*, signature=$signature";
}

function fail(string $message, int $code = 2): never
{
    fwrite(STDERR, "sign.php: $message\n");
    exit($code);
}

$env = fn (string $name): ?string => ($value = getenv($name)) === false ? null : $value;
$arguments = array_slice($argv, 1);
$print = false;
$timestamp = (string) time();
while (in_array($arguments[0] ?? '', ['--print', '--timestamp'], true)) {
    array_shift($arguments) === '--print' ? $print = true : $timestamp = (string) array_shift($arguments);
}
if (count($arguments) < 2 || count($arguments) > 3) {
    fail('[--print] [--timestamp N] METHOD URL [TEXT | @FILE | -]');
}
[$method, $url, $body] = [strtoupper($arguments[0]), $arguments[1], $arguments[2] ?? ''];
$keyId = $env('LARIS_KEY_ID') ?: fail('set LARIS_KEY_ID');
$secret = $env('LARIS_SECRET') ?: fail('set LARIS_SECRET');
$idempotencyKey = $env('LARIS_IDEMPOTENCY_KEY');
// The path exactly as it stands in the URL: no rawurlencode() and no urldecode() between here and the wire.
if (preg_match('/[^!-~]/', $url) || !preg_match('%^https?://[^/?#]+([^?#]*)%', $url, $match)) {
    fail('URL must be absolute, with spaces and non-ASCII percent-encoded');
}
$path = $match[1] === '' ? '/' : $match[1];
if ($body === '-' || str_starts_with($body, '@')) {
    $body = @file_get_contents($body === '-' ? 'php://stdin' : substr($body, 1));
    is_string($body) || fail('cannot read the body');
}

$text = string_to_sign($method, $path, $timestamp, $body, $idempotencyKey);
$headers = array_filter([
    'Authorization' => authorization($keyId, $secret, $text),
    'X-Svc-Timestamp' => $timestamp,
    'Idempotency-Key' => $idempotencyKey,
    'X-Svc-On-Behalf-Of' => $env('LARIS_ON_BEHALF_OF') ?: null,
    'Content-Type' => $body === '' ? null : 'application/json',
], fn (?string $value): bool => $value !== null);

if ($print) {
    fwrite(STDERR, "$text\n"); // on stderr, to compare; the headers alone are on stdout
    array_walk($headers, fn (string $value, string $name) => print("$name: $value\n"));
    exit(0);
}

// curl takes "Name:" as "leave this header out"; "Name;" is how it sends an empty one.
$lines = array_map(fn ($name, $value) => $value === '' ? "$name;" : "$name: $value", array_keys($headers), $headers);
$curl = curl_init($url);
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => $method,
    CURLOPT_NOBODY => $method === 'HEAD',
    CURLOPT_PATH_AS_IS => true, // else curl resolves /./ and /../ after we have signed the path
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
if ($body !== '' || in_array($method, ['POST', 'PUT', 'PATCH'], true)) {
    curl_setopt($curl, CURLOPT_POSTFIELDS, $body); // a string: curl would make a form of an array
}
// With an empty body, keep curl from naming a form's media type.
curl_setopt($curl, CURLOPT_HTTPHEADER, $body === '' ? [...$lines, 'Content-Type:'] : $lines);
$answer = curl_exec($curl);
is_string($answer) || fail(curl_error($curl), 1);
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
fwrite(STDERR, "HTTP $status\n");
echo $answer;
exit($status >= 200 && $status < 300 ? 0 : 1);
