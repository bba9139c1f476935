# frozen_string_literal: true

require "set"

# Conway's game on an unbounded plane: only living cells are kept.
class Garden
  NEIGHBOURS = [-1, 0, 1].product([-1, 0, 1]).reject { |step| step == [0, 0] }.freeze

  attr_reader :generation

  def self.from(picture)
    alive = Set.new
    picture.each_line.with_index do |row, y|
      row.chomp.each_char.with_index { |mark, x| alive << [x, y] if mark == "#" }
    end
    new(alive)
  end

  def initialize(alive)
    @alive = alive
    @generation = 0
  end

  def step!
    touched = Hash.new(0)
    @alive.each do |x, y|
      NEIGHBOURS.each { |dx, dy| touched[[x + dx, y + dy]] += 1 }
    end
    @alive = touched.select { |cell, n| n == 3 || (n == 2 && @alive.include?(cell)) }.keys.to_set
    @generation += 1
    self
  end

  def population
    @alive.size
  end

  def to_s
    return "" if @alive.empty?

    left, right = @alive.map(&:first).minmax
    top, bottom = @alive.map(&:last).minmax
    (top..bottom).map do |y|
      (left..right).map { |x| @alive.include?([x, y]) ? "#" : "." }.join
    end.join("\n")
  end
end

garden = Garden.from(<<~PICTURE)
  .#.
  ..#
  ###
PICTURE
12.times { garden.step! }
puts garden
warn "generation #{garden.generation}, #{garden.population} alive"
