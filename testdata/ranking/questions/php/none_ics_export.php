<?php

declare(strict_types=1);

/**
 * Prints the events of a club's calendar table in the format that telephones
 * subscribe to.
 */
function fold(string $line): string
{
    $folded = '';
    while (strlen($line) > 73) {
        $cut = mb_strcut($line, 0, 73);
        $folded .= $cut . "\r\n ";
        $line = substr($line, strlen($cut));
    }
    return $folded . $line . "\r\n";
}

function text(string $value): string
{
    return str_replace(['\\', ';', ',', "\n"], ['\\\\', '\;', '\,', '\n'], $value);
}

function event(array $row, DateTimeZone $zone): string
{
    $utc = new DateTimeZone('UTC');
    $begin = new DateTimeImmutable($row['begins'], $zone);
    $end = $row['ends'] === null ? $begin->modify('+2 hours') : new DateTimeImmutable($row['ends'], $zone);
    $lines = [
        'BEGIN:VEVENT',
        'UID:' . $row['id'] . '@club.example.org',
        'DTSTART:' . $begin->setTimezone($utc)->format('Ymd\THis\Z'),
        'DTEND:' . $end->setTimezone($utc)->format('Ymd\THis\Z'),
        'SUMMARY:' . text($row['title']),
        'LOCATION:' . text($row['place'] ?? ''),
        'END:VEVENT',
    ];
    return implode('', array_map('fold', $lines));
}

$zone = new DateTimeZone('Europe/Vienna');
try {
    $db = new PDO('sqlite:' . __DIR__ . '/club.sqlite');
    $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
    $statement = $db->prepare('SELECT * FROM events WHERE begins >= ? ORDER BY begins');
    $statement->execute([date('Y-m-d')]);
    header('Content-Type: text/calendar; charset=utf-8');
    echo fold('BEGIN:VCALENDAR') . fold('VERSION:2.0') . fold('PRODID:-//club//calendar//EN');
    foreach ($statement as $row) {
        echo event($row, $zone);
    }
    echo fold('END:VCALENDAR');
} catch (PDOException $e) {
    error_log($e->getMessage());
    http_response_code(503);
    echo 'The calendar is closed for a moment.';
}
