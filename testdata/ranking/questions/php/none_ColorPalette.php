<?php

namespace Studio;

class Color
{
    public function __construct(public int $red, public int $green, public int $blue)
    {
        foreach ([$red, $green, $blue] as $part) {
            if ($part < 0 || $part > 255) {
                throw new \RangeException("$part is no part of a colour");
            }
        }
    }

    public static function fromHex(string $hex): self
    {
        if (!preg_match('/^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i', $hex, $m)) {
            throw new \InvalidArgumentException("$hex is no colour");
        }
        return new self(hexdec($m[1]), hexdec($m[2]), hexdec($m[3]));
    }

    public function luminance(): float
    {
        $linear = array_map(static function (int $part): float {
            $c = $part / 255;
            return $c <= 0.03928 ? $c / 12.92 : (($c + 0.055) / 1.055) ** 2.4;
        }, [$this->red, $this->green, $this->blue]);
        return 0.2126 * $linear[0] + 0.7152 * $linear[1] + 0.0722 * $linear[2];
    }

    public function contrast(Color $other): float
    {
        $a = $this->luminance();
        $b = $other->luminance();
        return (max($a, $b) + 0.05) / (min($a, $b) + 0.05);
    }

    public function mix(Color $other, float $share): self
    {
        $blend = fn (int $x, int $y): int => (int) round($x + ($y - $x) * $share);
        return new self(
            $blend($this->red, $other->red),
            $blend($this->green, $other->green),
            $blend($this->blue, $other->blue)
        );
    }

    public function __toString(): string
    {
        return sprintf('#%02x%02x%02x', $this->red, $this->green, $this->blue);
    }
}

/** Darkens a colour until white text on it can be read. */
function readable(Color $color, float $wanted = 4.5): Color
{
    $white = new Color(255, 255, 255);
    $black = new Color(0, 0, 0);
    for ($share = 0.0; $share < 1.0; $share += 0.02) {
        $candidate = $color->mix($black, $share);
        if ($candidate->contrast($white) >= $wanted) {
            return $candidate;
        }
    }
    return $black;
}
