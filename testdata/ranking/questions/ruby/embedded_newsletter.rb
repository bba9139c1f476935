# frozen_string_literal: true

require "erb"
require "date"
require "net/smtp"

# Sends the choir's newsletter: collects dates and notices from a folder of
# small text files and mails one plain page to everybody on the list.
class Newsletter
  COLUMNS = 68

  Notice = Struct.new(:title, :on, :body, keyword_init: true) do
    include Comparable

    def <=>(other)
      [on || Date.new(9999), title] <=> [other.on || Date.new(9999), other.title]
    end
  end

  def initialize(folder, today: Date.today)
    @folder = folder
    @today = today
    @flush = true
  end

  def notices
    Dir.glob(File.join(@folder, "*.txt")).filter_map do |path|
      header, body = File.read(path, encoding: "utf-8").split(/\n\n/, 2)
      fields = header.lines.to_h { |line| line.chomp.split(/:\s*/, 2) }
      on = fields["On"] && Date.parse(fields["On"])
      next if on && on < @today

      Notice.new(title: fields.fetch("Title"), on: on, body: body.to_s)
    rescue Date::Error, KeyError => e
      warn "#{path}: #{e.message}"
      nil
    end.sort
  end

  def page
    dated, undated = notices.partition(&:on)
    rows = [banner]
    dated.each { |notice| rows << heading("#{notice.on.strftime('%d %B')}: #{notice.title}") << text(notice.body) }
    rows << heading("And also") unless undated.empty?
    undated.each { |notice| rows << text("#{notice.title}. #{notice.body}") }
    rows << footer
    rows.join("\n\n")
  end

  def deliver(addresses, server: "localhost", sender: "choir@example.org")
    content = page
    Net::SMTP.start(server, 25) do |smtp|
      addresses.each do |address|
        smtp.send_message(envelope(sender, address) + content, sender, address)
      rescue Net::SMTPFatalError => e
        warn "#{address} refused: #{e.message.strip}"
      end
    end
  end

  private

  def banner
    issue = @today.strftime("%B %Y")
    ["THE CHOIR'S LETTER", issue].map { |line| line.center(COLUMNS).rstrip }.join("\n")
  end

  def heading(title)
    "#{title}\n#{'-' * title.length}"
  end

  def text(body)
    body.split(/\n{2,}/).map { |part| set(part.split, COLUMNS).join("\n") }.join("\n\n")
  end

  def set(tokens, columns)
    rows = [[]]
    space = columns
    tokens.each do |token|
      cost = rows.last.empty? ? token.length : token.length + 1
      if cost > space && rows.last.any?
        rows << []
        space = columns
        cost = token.length
      end
      rows.last << token
      space -= cost
    end
    last = rows.length - 1
    rows.each_with_index.map { |row, i| @flush && i < last ? spread(row, columns) : row.join(" ") }
  end

  def spread(tokens, columns)
    return tokens.first if tokens.length == 1

    holes = tokens.length - 1
    padding = columns - tokens.sum(&:length)
    share, rest = padding.divmod(holes)
    tokens.each_with_index.map do |token, i|
      next token if i == holes

      token + " " * (share + (i < rest ? 1 : 0))
    end.join
  end

  def footer
    ERB.new(<<~FOOTER).result(binding)
      Rehearsals are on <%= rehearsal_days.join(" and ") %>, at half past seven.
      Who does not want this letter any more answers with one word.
    FOOTER
  end

  def rehearsal_days
    @today.month.between?(7, 8) ? %w[Mondays] : %w[Mondays Thursdays]
  end

  def envelope(sender, address)
    <<~HEADER
      From: The choir <#{sender}>
      To: #{address}
      Subject: Letter of #{@today.strftime('%B')}
      Content-Type: text/plain; charset=utf-8

    HEADER
  end
end

if $PROGRAM_NAME == __FILE__
  letter = Newsletter.new(ARGV.fetch(0, "notices"))
  if ARGV.include?("--send")
    letter.deliver(File.readlines("addresses", chomp: true).reject(&:empty?))
  else
    puts letter.page
  end
end
