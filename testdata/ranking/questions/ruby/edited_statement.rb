  def statement(name, year: nil)
    running = 0
    lines = []
    @postings.each do |posting|
      next unless [posting.from, posting.to].include?(name)

      change = posting.to == name ? posting.cents : -posting.cents
      change = 0 if posting.memo.start_with?("void")
      running += change

      next if year && posting.date.year != year

      other = posting.to == name ? posting.from : posting.to
      lines << format("%-10s %-16s %12s %12s", posting.date, other, money(change), money(running))
    end
    lines
  end

  def accrue_interest(rate_percent, date: Date.today)
    @balances.keys.each do |name|
      interest = (@balances[name] * rate_percent / 1200.0).floor
      transfer(:world, name, interest, memo: "interest", date: date) if interest.positive?
      logger.info("interest for #{name}: #{interest}")
    end
  end

  def consistent?
    @balances.sum { |_, cents| cents }.zero?
  end
