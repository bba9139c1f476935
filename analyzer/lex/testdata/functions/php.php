<p>text</p>
<?php
namespace N;
abstract class A extends B {
    public static function &run(array $a = [1, 2]): ?int { $f = function ($x) use ($a) { return $x; }; return $f(1); }
    abstract protected function declared($x);
}
function last($x) { return "{$x['a']}"; }
