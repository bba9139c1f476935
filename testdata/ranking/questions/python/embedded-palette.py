#!/usr/bin/env python3
"""Finds the main colours of a picture in PPM format and draws a palette."""

import argparse
import math
import random
import sys
from pathlib import Path


class PictureError(Exception):
    """The file is no picture that this program understands."""


def read_ppm(path):
    data = Path(path).read_bytes()
    fields, at = [], 0
    while len(fields) < 4:
        while data[at:at + 1].isspace():
            at += 1
        if data[at:at + 1] == b"#":
            at = data.index(b"\n", at)
            continue
        end = at
        while end < len(data) and not data[end:end + 1].isspace():
            end += 1
        fields.append(data[at:end])
        at = end
    magic, width, height, depth = fields[0], *map(int, fields[1:])
    if magic != b"P6" or depth != 255:
        raise PictureError(f"{path}: want P6 with 255 levels")
    body = data[at + 1:]
    if len(body) != width * height * 3:
        raise PictureError(f"{path}: {len(body)} bytes for {width} x {height} pixels")
    return width, height, body


def sample(body, most, rng):
    """At most so many pixels, each as a triple between 0 and 1."""
    count = len(body) // 3
    chosen = range(count) if count <= most else rng.sample(range(count), most)
    return [tuple(channel / 255 for channel in body[3 * i:3 * i + 3]) for i in chosen]


def squared_distance(p, q):
    red, green, blue = p[0] - q[0], p[1] - q[1], p[2] - q[2]
    return 2 * red * red + 4 * green * green + 3 * blue * blue


def seed_centers(points, k, rng):
    """Spreads the first centers: far points are likelier to be drawn."""
    centers = [rng.choice(points)]
    while len(centers) < k:
        weights = [min(squared_distance(p, c) for c in centers) for p in points]
        total = sum(weights)
        if total == 0:
            raise ValueError(f"fewer than {k} distinct points")
        mark = rng.random() * total
        for point, weight in zip(points, weights):
            mark -= weight
            if mark <= 0:
                centers.append(point)
                break
    return centers


def refine(pixels, colours, rounds):
    """Moves each colour to the middle of the pixels next to it."""
    for _ in range(rounds):
        sums = [[0.0, 0.0, 0.0, 0] for _ in colours]
        for pixel in pixels:
            which = min(range(len(colours)), key=lambda i: squared_distance(pixel, colours[i]))
            for channel in range(3):
                sums[which][channel] += pixel[channel]
            sums[which][3] += 1
        colours = [
            (r / n, g / n, b / n) if n else old
            for (r, g, b, n), old in zip(sums, colours)
        ]
    weights = [n for *_, n in sums]
    return sorted(zip(weights, colours), reverse=True)


def as_hex(colour):
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in colour)


def luminance(colour):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def swatch(colour, share):
    red, green, blue = (round(255 * c) for c in colour)
    bar = " " * max(1, math.ceil(40 * share))
    ink = "black" if contrast(colour, (0, 0, 0)) > contrast(colour, (1, 1, 1)) else "white"
    return f"\x1b[48;2;{red};{green};{blue}m{bar}\x1b[0m {as_hex(colour)} {share:4.0%} {ink} text"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("picture")
    parser.add_argument("-n", "--colours", type=int, default=6)
    parser.add_argument("--pixels", type=int, default=4000, help="how many pixels to look at")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    options = parse_arguments()
    rng = random.Random(options.seed)
    try:
        _, _, body = read_ppm(options.picture)
        pixels = sample(body, options.pixels, rng)
        first = seed_centers(pixels, options.colours, rng)
    except (OSError, PictureError, ValueError) as problem:
        sys.exit(f"palette: {problem}")
    for weight, colour in refine(pixels, first, rounds=12):
        print(swatch(colour, weight / len(pixels)))


if __name__ == "__main__":
    main()
