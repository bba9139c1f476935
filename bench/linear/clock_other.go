//go:build !linux

package main

import "time"

// seconds returns how long f takes.
func seconds(f func()) float64 {
	begun := time.Now()
	f()
	return max(time.Since(begun), time.Nanosecond).Seconds()
}
