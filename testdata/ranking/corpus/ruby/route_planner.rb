# frozen_string_literal: true

# Part of the Quillwater tool set. You may use, change and pass on this file
# as long as this notice stays with it. It comes without any warranty; whoever
# runs it does so at their own risk.

require "set"
require "yaml"

# Finds the cheapest way through a network of ferries, trains and footpaths.
class RoutePlanner
  class NoRoute < StandardError; end

  Edge = Struct.new(:target, :minutes, :mode)
  Leg = Struct.new(:from, :to, :minutes, :mode)

  CHANGE_PENALTY = 4

  def self.load_file(path)
    data = YAML.safe_load(File.read(path))
    planner = new
    data.fetch("links").each do |link|
      planner.connect(link["a"], link["b"], link["minutes"], link["mode"].to_sym)
    end
    planner
  end

  def initialize
    @edges = Hash.new { |hash, place| hash[place] = [] }
  end

  def connect(a, b, minutes, mode)
    @edges[a] << Edge.new(b, minutes, mode)
    @edges[b] << Edge.new(a, minutes, mode)
    self
  end

  def places
    @edges.keys.sort
  end

  def route(from, to, avoid: [])
    distance = Hash.new(Float::INFINITY)
    previous = {}
    arrived_by = {}
    settled = Set.new
    distance[from] = 0
    frontier = [[0, from]]
    until frontier.empty?
      cost, place = frontier.shift
      next unless settled.add?(place)
      return legs(previous, arrived_by, distance, from, to) if place == to

      @edges[place].each do |edge|
        next if avoid.include?(edge.mode)

        change = arrived_by[place] && arrived_by[place] != edge.mode ? CHANGE_PENALTY : 0
        reached = cost + edge.minutes + change
        next unless reached < distance[edge.target]

        distance[edge.target] = reached
        previous[edge.target] = place
        arrived_by[edge.target] = edge.mode
        insert_sorted(frontier, [reached, edge.target])
      end
    end
    raise NoRoute, "no way from #{from} to #{to}"
  end

  def reachable(from, within:)
    seen = { from => 0 }
    queue = [from]
    while (place = queue.shift)
      @edges[place].each do |edge|
        total = seen[place] + edge.minutes
        next if total > within
        next if seen.key?(edge.target) && seen[edge.target] <= total

        seen[edge.target] = total
        queue << edge.target
      end
    end
    seen.sort_by { |name, minutes| [minutes, name] }.to_h
  end

  private

  def insert_sorted(frontier, item)
    index = frontier.bsearch_index { |other| other.first >= item.first } || frontier.size
    frontier.insert(index, item)
  end

  def legs(previous, arrived_by, distance, from, to)
    path = []
    place = to
    until place == from
      before = previous[place]
      path.unshift(Leg.new(before, place, distance[place] - distance[before], arrived_by[place]))
      place = before
    end
    path
  end
end
