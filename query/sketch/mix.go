package sketch

// Constants of the generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// 2014): an odd step, and the multipliers of its finalizer by Stafford.
const (
	step        = 0x9E3779B97F4A7C15
	multiplierA = 0xBF58476D1CE4E5B9
	multiplierB = 0x94D049BB133111EB
)

// Mix permutes the 64-bit values, in another way for every seed: equal hashes stay equal, different ones different, and
// whatever pattern they had is spread over all bits. It stands in for a random permutation, and is no secret.
func Mix(hash, seed uint64) uint64 {
	return finish(hash ^ finish(seed+step))
}

func finish(x uint64) uint64 {
	x += step
	x = (x ^ x>>30) * multiplierA
	x = (x ^ x>>27) * multiplierB
	return x ^ x>>31
}
