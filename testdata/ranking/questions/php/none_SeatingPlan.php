<?php

declare(strict_types=1);

namespace Banquet;

use InvalidArgumentException;

/** Seats guests at round tables so that friends sit together and foes do not. */
final class SeatingPlan
{
    /** @var array<string, array<string, int>> */
    private array $liking = [];

    private array $tables = [];

    public function __construct(private int $tableCount, private int $seats)
    {
        if ($tableCount < 1 || $seats < 2) {
            throw new InvalidArgumentException('tables and seats are needed');
        }
    }

    public function like(string $a, string $b, int $weight): static
    {
        $this->liking[$a][$b] = $weight;
        $this->liking[$b][$a] = $weight;
        return $this;
    }

    public function arrange(array $guests, int $rounds = 20000): array
    {
        if (count($guests) > $this->tableCount * $this->seats) {
            throw new InvalidArgumentException('there are more guests than seats');
        }
        shuffle($guests);
        $places = array_pad($guests, $this->tableCount * $this->seats, '');
        $best = $this->mood($places);
        for ($round = 0; $round < $rounds; $round++) {
            $i = random_int(0, count($places) - 1);
            $j = random_int(0, count($places) - 1);
            if (intdiv($i, $this->seats) === intdiv($j, $this->seats)) {
                continue;
            }
            [$places[$i], $places[$j]] = [$places[$j], $places[$i]];
            $mood = $this->mood($places);
            if ($mood >= $best) {
                $best = $mood;
            } else {
                [$places[$i], $places[$j]] = [$places[$j], $places[$i]];
            }
        }
        $this->tables = array_map(fn (array $t): array => array_values(array_filter($t)), array_chunk($places, $this->seats));
        return $this->tables;
    }

    private function mood(array $places): int
    {
        $sum = 0;
        foreach (array_chunk($places, $this->seats) as $table) {
            foreach ($table as $a) {
                foreach ($table as $b) {
                    $sum += $this->liking[$a][$b] ?? 0;
                }
            }
        }
        return $sum;
    }
}
