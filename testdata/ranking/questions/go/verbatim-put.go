package store

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
