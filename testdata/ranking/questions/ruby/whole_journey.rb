# frozen_string_literal: true

require "set"
require "yaml"

# Finds the cheapest way through a network of ferries, trains and footpaths.
class JourneyFinder
  class Unreachable < StandardError; end

  Link = Struct.new(:target, :minutes, :mode)
  Stage = Struct.new(:from, :to, :minutes, :mode)

  CHANGE_MINUTES = 4

  def self.from_yaml(trail)
    data = YAML.safe_load(File.read(trail))
    finder = new
    data.fetch("links").each do |link|
      finder.join_places(link["a"], link["b"], link["minutes"], link["mode"].to_sym)
    end
    finder
  end

  def initialize
    @ways = Hash.new { |hash, stop| hash[stop] = [] }
  end

  def join_places(a, b, minutes, mode)
    @ways[a] << Link.new(b, minutes, mode)
    @ways[b] << Link.new(a, minutes, mode)
    self
  end

  def within_reach(from, within:)
    known = { from => 0 }
    queue = [from]
    while (stop = queue.shift)
      @ways[stop].each do |edge|
        total = known[stop] + edge.minutes
        next if total > within
        next if known.key?(edge.target) && known[edge.target] <= total

        known[edge.target] = total
        queue << edge.target
      end
    end
    known.sort_by { |name, minutes| [minutes, name] }.to_h
  end

  def stops
    @ways.keys.sort
  end

  def journey(from, to, avoid: [])
    best = Hash.new(Float::INFINITY)
    came_from = {}
    vehicle = {}
    done = Set.new
    best[from] = 0
    open = [[0, from]]
    until open.empty?
      spent, stop = open.shift
      next unless done.add?(stop)
      return stages(came_from, vehicle, best, from, to) if stop == to

      @ways[stop].each do |edge|
        next if avoid.include?(edge.mode)

        surcharge = vehicle[stop] && vehicle[stop] != edge.mode ? CHANGE_MINUTES : 0
        arrival = spent + edge.minutes + surcharge
        next unless arrival < best[edge.target]

        best[edge.target] = arrival
        came_from[edge.target] = stop
        vehicle[edge.target] = edge.mode
        enqueue(open, [arrival, edge.target])
      end
    end
    raise Unreachable, "no way from #{from} to #{to}"
  end

  private

  def stages(came_from, vehicle, best, from, to)
    trail = []
    stop = to
    until stop == from
      last_stop = came_from[stop]
      trail.unshift(Stage.new(last_stop, stop, best[stop] - best[last_stop], vehicle[stop]))
      stop = last_stop
    end
    trail
  end

  def enqueue(open, item)
    index = open.bsearch_index { |other| other.first >= item.first } || open.size
    open.insert(index, item)
  end
end
