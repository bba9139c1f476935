private function walk(
	array $node,
	array $segments,
	int $depth,
	string $verb,
	array $found
): ?array {
	if ($depth === count($segments)) {
		$target = $node['targets'][$verb]
			?? $node['targets']['ANY']
			?? null;
		return $target === null ? null : [$target, $found];
	}
	$segment = $segments[$depth];
	if (isset($node['fixed'][$segment])) {
		$hit = $this->walk($node['fixed'][$segment], $segments, $depth + 1, $verb, $found);
		if ($hit !== null) {
			return $hit;
		}
	}
	// placeholders come second
	if ($node['any'] !== null) {
		$hit = $this->walk($node['any'], $segments, $depth + 1, $verb, $found + [$node['label'] => $segment]);
		if ($hit !== null) {
			return $hit;
		}
	}
	// and the rest of the path last
	if ($node['rest'] !== null && $node['rest'][2] === $verb) {
		$found[$node['rest'][0]] = implode('/', array_slice($segments, $depth));
		return [$node['rest'][1], $found];
	}
	return null;
}
