  def plan_rows(widths, measure)
    amount = widths.size
    price = Array.new(amount + 1, ENDLESS)
    jump = Array.new(amount + 1)
    price[amount] = 0
    (amount - 1).downto(0) do |i|
      filled = -1
      i.upto(amount - 1) do |j|
        filled += widths[j] + 1
        break if filled > measure

        waste = j == amount - 1 ? 0 : (measure - filled)**3
        offer = waste + price[j + 1]
        next unless offer < price[i]

        price[i] = offer
        jump[i] = j + 1
      end
    end
    jump
  end

  def compose(words, jump)
    rows = []
    cursor = 0
    while cursor < words.size
      finish = jump[cursor]
      rows << words[cursor...finish].join(" ")
      cursor = finish
    end
    rows.join("\n")
  end
