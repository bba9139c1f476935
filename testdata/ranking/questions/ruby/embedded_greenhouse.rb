# frozen_string_literal: true

require "time"
require "json"

# Plans the watering of greenhouse beds: every bed reports how dry it is, and
# the pump serves one bed after the other as long as there is water in the tank.
module Greenhouse
  class TankEmpty < StandardError; end

  Bed = Struct.new(:name, :area, :moisture, :wanted, :last_watered) do
    def thirst
      (wanted - moisture) * area
    end

    def satisfied?
      moisture >= wanted
    end
  end

  class Agenda
    attr_reader :items

    def initialize(thirsty, &before)
      @before = before
      @items = thirsty.sort { |a, b| before.call(a, b) ? -1 : 1 }
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

  class Tank
    attr_reader :litres

    def initialize(litres, refill_rate: 0.0)
      @litres = litres
      @refill_rate = refill_rate
    end

    def draw(amount)
      raise TankEmpty, "only #{@litres.round(1)} l left" if amount > @litres

      @litres -= amount
      amount
    end

    def rain(millimetres, roof_area)
      @litres += millimetres * roof_area * 0.8
    end

    def tick(minutes)
      @litres += @refill_rate * minutes
    end
  end

  class Pump
    LITRES_PER_POINT = 0.35
    MAX_SHARE = 40.0

    def initialize(tank, journal: $stdout)
      @tank = tank
      @journal = journal
      @given = Hash.new(0.0)
    end

    def water(bed, at:)
      wanted = [bed.thirst * LITRES_PER_POINT, MAX_SHARE].min
      litres = @tank.draw(wanted)
      bed.moisture += litres / LITRES_PER_POINT / bed.area
      bed.last_watered = at
      @given[bed.name] += litres
      @journal.puts "#{at.iso8601} #{bed.name}: #{litres.round(1)} l"
      litres
    end

    def report
      @given.sort_by { |_, litres| -litres }.map { |name, litres| { bed: name, litres: litres.round(1) } }
    end
  end

  def self.run(config, now: Time.now)
    tank = Tank.new(config.fetch("tank"), refill_rate: config.fetch("refill", 0.0))
    pump = Pump.new(tank)
    beds = config.fetch("beds").map do |row|
      Bed.new(row["name"], row["area"], row["moisture"], row["wanted"], nil)
    end
    agenda = Agenda.new(beds.reject(&:satisfied?)) { |a, b| a.thirst > b.thirst }
    while (bed = agenda.pop)
      begin
        pump.water(bed, at: now)
      rescue TankEmpty => e
        warn "#{bed.name} stays dry: #{e.message}"
        break
      end
      now += 120
      tank.tick(2)
    end
    pump.report
  end
end

if $PROGRAM_NAME == __FILE__
  config = JSON.parse(File.read(ARGV.fetch(0) { abort "usage: greenhouse config.json" }))
  puts JSON.pretty_generate(Greenhouse.run(config))
end
