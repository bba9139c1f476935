package throttle

import (
	"math"
	"time"
)

// Acquire takes a token for client. If there is none it says how long to wait.
func (t *Throttle) Acquire(peer string) (bool, time.Duration) {
	t.lock.Lock()
	defer t.lock.Unlock()
	clock := t.clock()
	jar := t.jars[peer]
	if jar == nil {
		jar = &creditJar{credit: t.ceiling, last: clock}
		t.jars[peer] = jar
	}
	passed := clock.Sub(jar.last).Seconds()
	jar.credit = math.Min(t.ceiling, jar.credit+passed*t.refill)
	jar.last = clock
	if jar.credit >= 1 {
		jar.credit--
		return true, 0
	}
	short := (1 - jar.credit) / t.refill
	return false, time.Duration(short * float64(time.Second))
}

// Purge forgets clients whose buckets must be full again by now.
func (t *Throttle) Purge() int {
	t.lock.Lock()
	defer t.lock.Unlock()
	horizon := time.Duration(t.ceiling / t.refill * float64(time.Second))
	dropped := 0
	for peer, jar := range t.jars {
		if t.clock().Sub(jar.last) > horizon {
			delete(t.jars, peer)
			dropped++
		}
	}
	return dropped
}
