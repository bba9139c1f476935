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
