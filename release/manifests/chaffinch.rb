class Chaffinch < Formula
  desc "<<.Summary>>"
  homepage "<<.Homepage>>"
  version "<<.Version>>"
  license "<<.License>>"

  on_macos do
    on_arm do
      url "<<.Base>>/<<.Archive "darwin" "arm64">>"
      sha256 "<<.Sum "darwin" "arm64">>"
    end
    on_intel do
      url "<<.Base>>/<<.Archive "darwin" "amd64">>"
      sha256 "<<.Sum "darwin" "amd64">>"
    end
  end

  on_linux do
    on_arm do
      url "<<.Base>>/<<.Archive "linux" "arm64">>"
      sha256 "<<.Sum "linux" "arm64">>"
    end
    on_intel do
      url "<<.Base>>/<<.Archive "linux" "amd64">>"
      sha256 "<<.Sum "linux" "amd64">>"
    end
  end

  def install
    bin.install "chaffinch"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/chaffinch.bash" => "chaffinch"
    zsh_completion.install "completions/_chaffinch"
    fish_completion.install "completions/chaffinch.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/chaffinch version")
    (testpath/"corpus/a.txt").write "one two three four five six seven eight nine ten eleven twelve\n" * 5
    system bin/"chaffinch", "index", "corpus"
    assert_match "verbatim", shell_output("#{bin}/chaffinch search corpus/a.txt")
  end
end
