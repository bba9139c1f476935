#!/usr/bin/env ruby
# frozen_string_literal: true

require "net/http"
require "optparse"
require "uri"

# Looks whether the links of a page still lead somewhere.
class LinkChecker
  Result = Struct.new(:url, :status, :detail)

  attr_reader :results

  def initialize(timeout: 5)
    @timeout = timeout
    @results = []
  end

  def check(page)
    html = fetch(URI(page)).body
    html.scan(/href="([^"#]+)"/).flatten.uniq.each do |link|
      url = URI.join(page, link)
      next unless url.is_a?(URI::HTTP)

      @results << probe(url)
    rescue URI::InvalidURIError => e
      @results << Result.new(link, :invalid, e.message)
    end
    self
  end

  def broken
    @results.reject { |result| result.status == :ok }
  end

  private

  def probe(url)
    response = fetch(url)
    status = response.is_a?(Net::HTTPSuccess) || response.is_a?(Net::HTTPRedirection) ? :ok : :failed
    Result.new(url.to_s, status, response.code)
  rescue SocketError, SystemCallError, Net::OpenTimeout => e
    Result.new(url.to_s, :unreachable, e.message)
  end

  def fetch(url)
    Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == "https", open_timeout: @timeout) do |http|
      http.get(url.request_uri)
    end
  end
end

if $PROGRAM_NAME == __FILE__
  options = {}
  OptionParser.new do |parser|
    parser.banner = "Usage: link_checker [options] url ..."
    parser.on("-t", "--timeout SECONDS", Integer, "give up after") { |n| options[:timeout] = n }
  end.parse!
  checker = LinkChecker.new(**options)
  ARGV.each { |page| checker.check(page) }
  checker.broken.each { |r| puts format("%-12s %s (%s)", r.status, r.url, r.detail) }
  exit checker.broken.empty? ? 0 : 1
end
