// Copyright (c) 2019 The Marrow Bridge Authors.
//
// You may use, change and pass on this file as you like, so long as this
// notice stays in it. It comes without any promise of fitness; whoever runs
// it bears the risk.

// Package lru keeps the most recently used values of a bounded cache.
package lru

import (
	"errors"
	"sync"
	"time"
)

// ErrCapacity is returned when a cache without room is asked for.
var ErrCapacity = errors.New("lru: capacity must be positive")

type entry struct {
	key        string
	value      any
	expires    time.Time
	prev, next *entry
}

// Cache is safe for use by several goroutines.
type Cache struct {
	mu       sync.Mutex
	capacity int
	ttl      time.Duration
	items    map[string]*entry
	root     entry // root.next is the newest, root.prev the oldest
	hits     uint64
	misses   uint64
	onEvict  func(key string, value any)
}

// New makes a cache of the given capacity. A ttl of zero means forever.
func New(capacity int, ttl time.Duration) (*Cache, error) {
	if capacity <= 0 {
		return nil, ErrCapacity
	}
	c := &Cache{capacity: capacity, ttl: ttl, items: make(map[string]*entry, capacity)}
	c.root.next = &c.root
	c.root.prev = &c.root
	return c, nil
}

// OnEvict sets a function that sees every entry thrown out.
func (c *Cache) OnEvict(fn func(key string, value any)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onEvict = fn
}

// Get returns the value for key and makes it the newest.
func (c *Cache) Get(key string) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.items[key]
	if !ok {
		c.misses++
		return nil, false
	}
	if !e.expires.IsZero() && time.Now().After(e.expires) {
		c.remove(e)
		c.misses++
		return nil, false
	}
	c.hits++
	c.unlink(e)
	c.pushFront(e)
	return e.value, true
}

// Put stores value under key, and evicts the oldest entry when full.
func (c *Cache) Put(key string, value any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var deadline time.Time
	if c.ttl > 0 {
		deadline = time.Now().Add(c.ttl)
	}
	if e, ok := c.items[key]; ok {
		e.value = value
		e.expires = deadline
		c.unlink(e)
		c.pushFront(e)
		return
	}
	if len(c.items) >= c.capacity {
		c.remove(c.root.prev)
	}
	e := &entry{key: key, value: value, expires: deadline}
	c.items[key] = e
	c.pushFront(e)
}

// Ratio is the share of lookups that found something.
func (c *Cache) Ratio() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	total := c.hits + c.misses
	if total == 0 {
		return 0
	}
	return float64(c.hits) / float64(total)
}

func (c *Cache) remove(e *entry) {
	c.unlink(e)
	delete(c.items, e.key)
	if c.onEvict != nil {
		c.onEvict(e.key, e.value)
	}
}

func (c *Cache) unlink(e *entry) {
	e.prev.next = e.next
	e.next.prev = e.prev
	e.prev, e.next = nil, nil
}

func (c *Cache) pushFront(e *entry) {
	e.prev = &c.root
	e.next = c.root.next
	e.next.prev = e
	c.root.next = e
}
