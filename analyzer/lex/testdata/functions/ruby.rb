class A < B
  def self.make(x)
    x.each do |y|
      puts y if y
    end
  end

  def +(other) = 3
  def empty?; true; end
  private def last(a, b = 1)
    while a do a -= 1 end
    b
  rescue E
    3
  end
end
