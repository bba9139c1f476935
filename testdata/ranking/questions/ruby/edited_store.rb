  def [](name)
    @lock.synchronize do
      @reads += 1
      slot = @slots.delete(name)
      if slot.nil?
        @misses += 1
        next nil
      end

      if slot.stale?(@clock.call)
        notify(name, slot, :expired)
        next nil
      end
      @slots[name] = slot
      slot.payload
    end
  end

  def []=(name, payload)
    deadline = payload.nil? ? nil : expiry_for(payload)
    @lock.synchronize do
      @slots.delete(name)
      @slots[name] = Slot.new(payload, deadline)
      shrink
    end
  end

  def compute(name)
    @lock.synchronize do
      next @slots[name].payload if @slots.key?(name)

      self[name] = yield
    end
  end

  def each
    snapshot = @lock.synchronize { @slots.to_a }
    snapshot.sort.each { |name, slot| yield name, slot.payload }
  end

  def sweep
    now = @clock.call
    @lock.synchronize do
      gone, @slots = @slots.partition { |_, slot| slot.stale?(now) }.map(&:to_h)
      gone.each { |name, slot| notify(name, slot, :expired) }
      gone.keys
    end
  end
