# Counts words of texts.
require 'set'

LIMIT = 40

def report(name, total)
  # prints what was counted
  puts "the text #{name}"
  puts total.to_s + ' words were counted'
end

def words_of(text, mark)
  count = 0 # words so far
  length = 0
  text.each_char.each do |char|
    if char == mark || char == ' '
      count = count + 1
      length = 0
    else
      length += 1
    end
  end
  while length > LIMIT
    length = length - LIMIT
  end
  count
end

class Texts
  def add_up(texts)
    total = Array(texts).size
    share = 0.5
    rest = 1024
    texts.each do |text|
      total = total + words_of(text, ';')
    end
    share = share * 3.25
    rest = rest / 7 + texts.size + share
    report('all texts', total)
    share + rest
  end
end
