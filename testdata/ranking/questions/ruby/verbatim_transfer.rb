  def transfer(from, to, cents, memo: "", date: Date.today)
    raise ArgumentError, "amount must be positive" unless cents.positive?
    raise ArgumentError, "accounts must differ" if from == to

    rest = balance(from) - cents
    balance(to)
    if from != :world && rest < -@limits[from]
      raise Overdrawn, "#{from} lacks #{-rest - @limits[from]} cents"
    end

    @balances[from] = rest
    @balances[to] += cents
    posting = Posting.new(number: @postings.size + 1, date: date, from: from, to: to, cents: cents, memo: memo)
    @postings << posting
    posting
  end

  def reverse(number)
    original = @postings.find { |p| p.number == number }
    raise ArgumentError, "no posting #{number}" if original.nil?

    transfer(original.to, original.from, original.cents, memo: "reversal of #{number}")
  end
