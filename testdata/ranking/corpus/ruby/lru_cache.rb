# frozen_string_literal: true

# Part of the Quillwater tool set. You may use, change and pass on this file
# as long as this notice stays with it. It comes without any warranty; whoever
# runs it does so at their own risk.

# LruCache keeps the most recently used entries of a bounded map. The entries
# hang in a doubly linked list, the newest behind the head, the oldest before
# the tail.
class LruCache
  Entry = Struct.new(:key, :value, :prev, :next)

  attr_reader :capacity, :hits, :misses

  def initialize(capacity)
    raise ArgumentError, "capacity must be positive" unless capacity.positive?

    @capacity = capacity
    @entries = {}
    @hits = 0
    @misses = 0
    @head = Entry.new
    @tail = Entry.new
    @head.next = @tail
    @tail.prev = @head
  end

  def get(key)
    entry = @entries[key]
    if entry.nil?
      @misses += 1
      return nil
    end
    @hits += 1
    unlink(entry)
    push_front(entry)
    entry.value
  end

  def put(key, value)
    entry = @entries[key]
    if entry
      entry.value = value
      unlink(entry)
    else
      evict_oldest if @entries.size >= @capacity
      entry = Entry.new(key, value)
      @entries[key] = entry
    end
    push_front(entry)
    value
  end

  def fetch(key)
    cached = get(key)
    return cached unless cached.nil?

    put(key, yield(key))
  end

  def delete(key)
    entry = @entries.delete(key)
    return nil unless entry

    unlink(entry)
    entry.value
  end

  def size
    @entries.size
  end

  def keys
    result = []
    node = @head.next
    until node.equal?(@tail)
      result << node.key
      node = node.next
    end
    result
  end

  def hit_rate
    total = @hits + @misses
    return 0.0 if total.zero?

    @hits.to_f / total
  end

  private

  def unlink(entry)
    entry.prev.next = entry.next
    entry.next.prev = entry.prev
    entry.prev = entry.next = nil
  end

  def push_front(entry)
    entry.next = @head.next
    entry.prev = @head
    @head.next.prev = entry
    @head.next = entry
  end

  def evict_oldest
    victim = @tail.prev
    return if victim.equal?(@head)

    unlink(victim)
    @entries.delete(victim.key)
  end
end
