# frozen_string_literal: true

module Helpers
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

  def each
    return enum_for(:each) unless block_given?

    names = @headers ? read_record : nil
    while (record = read_record)
      next if record == [""]

      yield(names ? to_row(names, record) : record)
    end
  end

  private

  def to_row(names, record)
    if record.size > names.size
      raise MalformedInput.new("#{record.size} fields for #{names.size} columns", @line)
    end

    names.each_with_index.to_h { |name, i| [name.strip, record[i]] }
  end

  def next_event(pending, running)
    times = []
    times << pending.first.arrival if pending.any?
    times << running.peek.finished if running.peek
    times.min || @clock
  end

  def summary(jobs)
    waits = jobs.map(&:waiting_time)
    {
      makespan: jobs.map(&:finished).max,
      mean_wait: waits.sum.fdiv(waits.size),
      worst_wait: waits.max,
      mean_turnaround: jobs.sum(&:turnaround).fdiv(jobs.size)
    }
  end
end
