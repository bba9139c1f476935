<?php

declare(strict_types=1);

namespace Station;

use Closure;
use DateTimeImmutable;
use RuntimeException;

/** One reading of the weather station on the school's roof. */
final class Reading
{
    public function __construct(
        public readonly DateTimeImmutable $at,
        public readonly float $celsius,
        public readonly float $hectopascal,
        public readonly float $rain
    ) {
    }

    public static function fromRow(array $row): self
    {
        return new self(
            new DateTimeImmutable($row['at']),
            (float) $row['celsius'],
            (float) $row['hpa'],
            (float) ($row['rain'] ?? 0)
        );
    }
}

/** The box on the front page: weather now, the trend, and the last seven days. */
class WeatherBox
{
    private array $memory = [];

    private string $folder;

    public function __construct(private \PDO $database, private string $place, ?string $folder = null)
    {
        $this->folder = $folder ?? sys_get_temp_dir();
    }

    public function html(): string
    {
        $now = $this->remember('now', fn () => $this->latest(), 60);
        $week = $this->remember('week', fn () => $this->week(), 1800);
        if ($now === null) {
            return '<div class="weather">The station sleeps.</div>';
        }
        $html = '<div class="weather"><h3>' . htmlspecialchars($this->place) . '</h3>';
        $html .= sprintf('<p class="now">%.1f&deg; %s</p><table>', $now->celsius, $this->arrow($now));
        foreach ($week as $day) {
            $html .= sprintf(
                '<tr><td>%s</td><td>%.0f&deg;</td><td>%.0f&deg;</td><td>%.1f mm</td></tr>',
                $day['label'],
                $day['low'],
                $day['high'],
                $day['rain']
            );
        }
        return $html . '</table></div>';
    }

    private function latest(): ?Reading
    {
        $row = $this->database->query('SELECT * FROM readings ORDER BY at DESC LIMIT 1')->fetch(\PDO::FETCH_ASSOC);
        return $row === false ? null : Reading::fromRow($row);
    }

    private function week(): array
    {
        $days = [];
        $rows = $this->database->query("SELECT * FROM readings WHERE at > date('now', '-7 days')");
        foreach ($rows->fetchAll(\PDO::FETCH_ASSOC) as $row) {
            $reading = Reading::fromRow($row);
            $label = $reading->at->format('D');
            $days[$label] ??= ['label' => $label, 'low' => 99.0, 'high' => -99.0, 'rain' => 0.0];
            $days[$label]['low'] = min($days[$label]['low'], $reading->celsius);
            $days[$label]['high'] = max($days[$label]['high'], $reading->celsius);
            $days[$label]['rain'] += $reading->rain;
        }
        return array_values($days);
    }

    private function arrow(Reading $now): string
    {
        $query = $this->database->prepare('SELECT hpa FROM readings WHERE at <= ? ORDER BY at DESC LIMIT 1');
        $query->execute([$now->at->modify('-3 hours')->format('c')]);
        $before = (float) $query->fetchColumn();
        $change = $now->hectopascal - $before;
        return match (true) {
            $change > 1.5 => '&uarr;',
            $change < -1.5 => '&darr;',
            default => '&rarr;',
        };
    }

    /** Computes a missing value once, even if several requests ask for it together. */
    public function remember(string $key, Closure $compute, ?int $ttl = null): mixed
    {
        $missing = new \stdClass();
        $value = $this->get($key, $missing);
        if ($value !== $missing) {
            return $value;
        }
        $lock = fopen($this->folder . '/lock.' . crc32($key) % 64, 'c');
        flock($lock, LOCK_EX);
        try {
            $value = $this->get($key, $missing);
            if ($value === $missing) {
                $value = $compute();
                $this->set($key, $value, $ttl);
            }
            return $value;
        } finally {
            flock($lock, LOCK_UN);
            fclose($lock);
        }
    }

    private function get(string $key, mixed $default): mixed
    {
        [$until, $value] = $this->memory[$key] ?? [0, null];
        return $until > time() ? $value : $default;
    }

    private function set(string $key, mixed $value, ?int $ttl): void
    {
        if (strlen($key) > 64) {
            throw new RuntimeException("key too long: $key");
        }
        $this->memory[$key] = [time() + ($ttl ?? 300), $value];
    }
}

$box = new WeatherBox(new \PDO('sqlite:station.db'), 'School roof');
echo $box->html();
