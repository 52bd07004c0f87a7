<?php
// A site with a sign-in button, in plain PHP: no package to install.
//   BRAMA_URL=https://id.campus.example APP_ID=… APP_SECRET=… php -q -S localhost:4000 index.php
// In Brama its entry is `{ type: ticket, redirectUrl: <SITE_URL>/back, secret: … }`.

declare(strict_types=1);

const SESSION_SECONDS = 8 * 3600;
const MOST_TRIES = 3;
// Users do not wait longer before a page that says nothing.
const LONGEST_PAUSE_SECONDS = 5;

$settings = [];
foreach (['BRAMA_URL', 'APP_ID', 'APP_SECRET'] as $name) {
    $settings[$name] = (string) getenv($name);
    if ($settings[$name] === '') {
        error_log("$name is needed");
        http_response_code(500);
        exit;
    }
}
$port = getenv('PORT') ?: '4000';
define('SITE_URL', getenv('SITE_URL') ?: "http://localhost:$port");
define('BRAMA_URL', rtrim($settings['BRAMA_URL'], '/'));
define('APP_ID', $settings['APP_ID']);
define('APP_SECRET', $settings['APP_SECRET']);

/** Brama is busy, or cannot be reached. */
final class NoAnswer extends Exception
{
}

function escape(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE);
}

/** Returns one parameter of the query; an empty text where it is missing or a list. */
function parameter(string $name): string
{
    $value = $_GET[$name] ?? '';
    return is_string($value) ? $value : '';
}

function keepCookie(string $name, string $value, int $seconds): void
{
    setcookie($name, $value, [
        'expires' => $seconds > 0 ? time() + $seconds : 1,
        'path' => '/',
        'secure' => str_starts_with(SITE_URL, 'https:'),
        'httponly' => true,
        'samesite' => 'Lax',
    ]);
}

/** Opens the session of this browser. PHP keeps it in a file. */
function openSession(): void
{
    session_start([
        'name' => 'session',
        'use_strict_mode' => true,
        'cache_limiter' => '',
        'gc_maxlifetime' => SESSION_SECONDS,
        'cookie_lifetime' => SESSION_SECONDS,
        'cookie_path' => '/',
        'cookie_secure' => str_starts_with(SITE_URL, 'https:'),
        'cookie_httponly' => true,
        'cookie_samesite' => 'Lax',
    ]);
}

function page(string $body, int $status = 200): void
{
    ['scheme' => $scheme, 'host' => $host] = $parts = parse_url(BRAMA_URL);
    $origin = "$scheme://$host" . (isset($parts['port']) ? ":{$parts['port']}" : '');
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store');
    // the answer of Brama stands in the address: it goes to no other site
    header('Referrer-Policy: no-referrer');
    // the script of the button may run, and nothing else
    header("Content-Security-Policy: default-src 'none'; script-src $origin; img-src data:;"
        . " form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
    echo '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example</title>',
        '<link rel="icon" href="data:,"></head><body><main>', $body, '</main></body></html>';
}

function redirect(string $location): void
{
    header('Cache-Control: no-store');
    header("Location: $location", true, 303);
}

/**
 * Returns a new `state` and the address of Brama with it. Only this browser knows the state, so that
 * nobody can sign it in as another user. Each has a cookie of its own: several tabs work at once.
 */
function newSignIn(): array
{
    $state = rtrim(strtr(base64_encode(random_bytes(16)), '+/', '-_'), '=');
    keepCookie("state-$state", '1', 3600);
    return [$state, BRAMA_URL . '/?' . http_build_query(['appId' => APP_ID, 'state' => $state])];
}

function showButton(): void
{
    [$state, $address] = newSignIn();
    $id = escape(APP_ID);
    $link = '<a href="' . escape($address) . '">Sign in with Brama</a>';
    page('<h1>Nobody is signed in</h1>'
        . "<div id=\"kpi_id_signin\" data-app-id=\"$id\" data-locale=\"en\" data-state=\"$state\">"
        . "$link</div>"
        . '<script async src="' . escape(BRAMA_URL . '/kpi-id-signin.js') . '"></script>');
}

/** Asks Brama once; returns the status (0 without an answer), how long to wait, and the body. */
function askAbout(string $ticketId): array
{
    $body = @file_get_contents(BRAMA_URL . '/api/ticket', false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Basic ' . base64_encode(APP_ID . ':' . APP_SECRET),
            'Content-Type: application/json',
        ],
        'content' => json_encode(['ticketId' => $ticketId], JSON_THROW_ON_ERROR),
        'timeout' => 5,
        'follow_location' => 0,
        // a refusal has a body too
        'ignore_errors' => true,
    ]]));
    $status = 0;
    $wait = '1';
    foreach ($body === false ? [] : $http_response_header as $line) {
        if (preg_match('~^HTTP/\S+ (\d{3})~', $line, $found)) $status = (int) $found[1];
        if (preg_match('~^Retry-After: *(.*)$~i', $line, $found)) $wait = trim($found[1]);
    }
    return [$status, $wait, (string) $body];
}

/** Returns who has come with this ticket; nothing where it is refused. Throws without an answer. */
function resolveTicket(string $ticketId): ?array
{
    for ($tries = 1; $tries <= MOST_TRIES; $tries++) {
        [$status, $wait, $body] = askAbout($ticketId);
        if ($status === 200) return json_decode($body, true, 8, JSON_THROW_ON_ERROR)['data'];
        // refused: asking again would not help
        if ($status >= 400 && $status < 500 && $status !== 429) return null;
        if (!ctype_digit($wait) || (int) $wait > LONGEST_PAUSE_SECONDS) break;
        if ($tries < MOST_TRIES) sleep((int) $wait);
    }
    throw new NoAnswer();
}

function comeBack(): void
{
    [$ticketId, $state] = [parameter('ticketId'), parameter('state')];
    if ($state === '') {
        // from the list of apps in Brama, or from anywhere: only what began here is trusted
        redirect(newSignIn()[1]);
        return;
    }
    $failed = '<h1>That did not work</h1><p><a href="/">Once more</a></p>';
    if ($ticketId === '' || ($_COOKIE["state-$state"] ?? '') !== '1') {
        page($failed, 400);
        return;
    }
    $user = resolveTicket($ticketId);
    // it counts once; without an answer it is kept for the next try
    keepCookie("state-$state", '', 0);
    if ($user === null) {
        page($failed, 400);
        return;
    }
    openSession();
    session_regenerate_id(true);
    $_SESSION = ['user' => $user, 'until' => time() + SESSION_SECONDS];
    redirect('/');
}

function showUser(array $user): void
{
    $student = $user['STUDENT_ID'] === '' ? '' : "Student {$user['STUDENT_ID']}, ";
    $employee = $user['EMPLOYEE_ID'] === '' ? '' : "Employee {$user['EMPLOYEE_ID']}, ";
    $facts = "{$student}{$employee}signed in by {$user['AUTH_METHOD']}";
    page('<h1>' . escape($user['NAME']) . '</h1><p>' . escape($facts) . '</p>'
        . '<form method="post" action="/sign-out"><button>Sign out here</button></form>');
}

function signOut(): void
{
    if (isset($_COOKIE['session'])) {
        openSession();
        $_SESSION = [];
        session_destroy();
    }
    keepCookie('session', '', 0);
    redirect('/');
}

function showHome(): void
{
    // without its cookie no session is begun
    if (isset($_COOKIE['session'])) openSession();
    $isSignedIn = ($_SESSION['until'] ?? 0) > time();
    $isSignedIn ? showUser($_SESSION['user']) : showButton();
}

function serve(string $method, string $path): void
{
    match (true) {
        $method === 'POST' && $path === '/sign-out' => signOut(),
        $path === '/back' => comeBack(),
        $path === '/' => showHome(),
        default => page('<h1>Not here</h1>', 404),
    };
}

try {
    serve($_SERVER['REQUEST_METHOD'], (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
} catch (Throwable $error) {
    // no ticket and no address in the log
    error_log('failed: ' . $error::class);
    // to this very address: its ticket is good for some minutes
    $again = '<p>Please wait a little. <a href="">Try again</a></p>';
    page("<h1>Brama does not answer</h1>$again", 503);
}
