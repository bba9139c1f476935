# frozen_string_literal: true

require "logger"

# Simulates a machine room: jobs arrive over time, wait in a queue ordered by
# priority, and run on a fixed number of workers.
module MachineRoom
  Job = Struct.new(:id, :arrival, :duration, :priority, :started, :finished) do
    def waiting_time
      started - arrival
    end

    def turnaround
      finished - arrival
    end
  end

  # A binary heap ordered by the block given to new.
  class Heap
    def initialize(&before)
      @items = []
      @before = before
    end

    def empty?
      @items.empty?
    end

    def peek
      @items.first
    end

    def push(item)
      @items << item
      child = @items.size - 1
      while child.positive?
        parent = (child - 1) / 2
        break unless @before.call(@items[child], @items[parent])

        @items[child], @items[parent] = @items[parent], @items[child]
        child = parent
      end
      self
    end

    def pop
      return nil if @items.empty?

      top = @items.first
      last = @items.pop
      unless @items.empty?
        @items[0] = last
        sift_down(0)
      end
      top
    end

    private

    def sift_down(parent)
      loop do
        left = 2 * parent + 1
        right = left + 1
        best = parent
        best = left if left < @items.size && @before.call(@items[left], @items[best])
        best = right if right < @items.size && @before.call(@items[right], @items[best])
        break if best == parent

        @items[parent], @items[best] = @items[best], @items[parent]
        parent = best
      end
    end
  end

  class Simulation
    def initialize(workers:, logger: Logger.new($stderr))
      @workers = workers
      @logger = logger
      @clock = 0
    end

    def run(jobs)
      pending = jobs.sort_by { |job| [job.arrival, job.id] }
      ready = Heap.new { |a, b| ([-a.priority, a.arrival] <=> [-b.priority, b.arrival]).negative? }
      running = Heap.new { |a, b| a.finished < b.finished }
      busy = 0
      until pending.empty? && ready.empty? && running.empty?
        ready.push(pending.shift) while pending.any? && pending.first.arrival <= @clock
        while running.peek && running.peek.finished <= @clock
          done = running.pop
          busy -= 1
          @logger.debug("t=#{@clock} job #{done.id} done")
        end
        while busy < @workers && !ready.empty?
          job = ready.pop
          job.started = @clock
          job.finished = @clock + job.duration
          running.push(job)
          busy += 1
        end
        @clock = next_event(pending, running)
      end
      summary(jobs)
    end

    private

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
end
