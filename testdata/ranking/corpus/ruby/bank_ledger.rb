# frozen_string_literal: true

# Part of the Quillwater tool set. You may use, change and pass on this file
# as long as this notice stays with it. It comes without any warranty; whoever
# runs it does so at their own risk.

require "date"
require "json"

# A double-entry ledger. Every posting moves an amount of cents from one
# account to another, so the sum over all accounts is always zero.
class BankLedger
  class Overdrawn < StandardError; end
  class UnknownAccount < StandardError; end

  Posting = Struct.new(:number, :date, :from, :to, :cents, :memo, keyword_init: true)

  def initialize
    @balances = {}
    @limits = Hash.new(0)
    @postings = []
  end

  def open_account(name, overdraft: 0)
    raise ArgumentError, "account #{name} exists" if @balances.key?(name)

    @balances[name] = 0
    @limits[name] = overdraft
    name
  end

  def balance(name)
    @balances.fetch(name) { raise UnknownAccount, name.to_s }
  end

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

  def statement(name, from: nil, to: nil)
    running = 0
    lines = []
    @postings.each do |posting|
      next unless [posting.from, posting.to].include?(name)

      change = posting.to == name ? posting.cents : -posting.cents
      running += change
      next if from && posting.date < from
      next if to && posting.date > to

      other = posting.to == name ? posting.from : posting.to
      lines << format("%-10s %-16s %12s %12s", posting.date, other, money(change), money(running))
    end
    lines
  end

  def accrue_interest(rate_percent, date: Date.today)
    @balances.keys.each do |name|
      next if name == :world || @balances[name] <= 0

      interest = (@balances[name] * rate_percent / 100.0 / 12).round
      transfer(:world, name, interest, memo: "interest", date: date) if interest.positive?
    end
  end

  def consistent?
    @balances.values.sum.zero?
  end

  def to_json(*args)
    JSON.generate({ balances: @balances, postings: @postings.map(&:to_h) }, *args)
  end

  private

  def money(cents)
    sign = cents.negative? ? "-" : ""
    whole, part = cents.abs.divmod(100)
    "#{sign}#{whole}.#{part.to_s.rjust(2, '0')}"
  end
end
