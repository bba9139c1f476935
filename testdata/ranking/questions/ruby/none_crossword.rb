# frozen_string_literal: true

# Finds words for a pattern such as "b..ch", best known words first, and checks
# whether two of them cross at given letters.
module Crossword
  class UnknownWord < KeyError; end

  class Dictionary
    include Enumerable

    def initialize(frequencies)
      @frequencies = frequencies.transform_keys(&:downcase)
      @by_length = @frequencies.keys.group_by(&:length)
    end

    def self.read(path)
      frequencies = Hash.new(0)
      File.foreach(path) do |line|
        line.scan(/[[:alpha:]]+/) { |word| frequencies[word.downcase] += 1 }
      end
      new(frequencies)
    end

    def each(&block)
      return to_enum(:each) unless block

      @frequencies.each_key(&block)
    end

    def match(pattern)
      regexp = /\A#{Regexp.escape(pattern).gsub('\\.', '.')}\z/i
      candidates = @by_length.fetch(pattern.length, [])
      candidates.grep(regexp).sort_by { |word| [-@frequencies[word], word] }
    end

    def frequency(word)
      @frequencies.fetch(word.downcase) { raise UnknownWord, "never seen: #{word}" }
    end
  end

  def self.crossings(across, down)
    across.each_char.with_index.flat_map do |letter, i|
      (0...down.length).select { |j| down[j] == letter }.map { |j| [i, j] }
    end
  end
end

if __FILE__ == $0
  abort "usage: crossword TEXT PATTERN..." if ARGV.size < 2
  dictionary = Crossword::Dictionary.read(ARGV.shift)
  ARGV.each do |pattern|
    words = dictionary.match(pattern).first(10)
    puts "#{pattern}: #{words.empty? ? 'nothing' : words.join(' ')}"
  end
end
