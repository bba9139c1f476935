# frozen_string_literal: true

require "monitor"

# BoundedStore is a least-recently-used cache on top of Ruby's own hash, which
# remembers the order of insertion: touching a key means taking it out and
# putting it back at the end. Entries may expire, and several threads may
# share one store.
class BoundedStore
  include Enumerable

  Slot = Struct.new(:payload, :expires_at) do
    def stale?(now)
      !expires_at.nil? && expires_at <= now
    end
  end

  def initialize(limit:, ttl: nil, clock: -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) })
    @limit = Integer(limit)
    @ttl = ttl
    @clock = clock
    @slots = {}
    @lock = Monitor.new
    @on_drop = []
  end

  def on_drop(&callback)
    @on_drop << callback
    self
  end

  def [](name)
    @lock.synchronize do
      slot = @slots.delete(name)
      next nil if slot.nil?

      if slot.stale?(@clock.call)
        notify(name, slot, :expired)
        next nil
      end
      @slots[name] = slot
      slot.payload
    end
  end

  def []=(name, payload)
    deadline = @ttl && @clock.call + @ttl
    @lock.synchronize do
      @slots.delete(name)
      @slots[name] = Slot.new(payload, deadline)
      shrink
    end
  end

  def compute(name)
    @lock.synchronize do
      found = self[name]
      next found unless found.nil?

      self[name] = yield
    end
  end

  def each
    return enum_for(:each) unless block_given?

    snapshot = @lock.synchronize { @slots.to_a }
    snapshot.reverse_each { |name, slot| yield name, slot.payload }
  end

  def sweep
    now = @clock.call
    @lock.synchronize do
      gone, @slots = @slots.partition { |_, slot| slot.stale?(now) }.map(&:to_h)
      gone.each { |name, slot| notify(name, slot, :expired) }
      gone.size
    end
  end

  private

  def shrink
    while @slots.length > @limit
      name, slot = @slots.first
      @slots.delete(name)
      notify(name, slot, :crowded_out)
    end
  end

  def notify(name, slot, reason)
    @on_drop.each { |callback| callback.call(name, slot.payload, reason) }
  end
end
