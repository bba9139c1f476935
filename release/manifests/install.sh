#!/bin/sh
# Installs chaffinch <<.Version>> for Linux and macOS into $CHAFFINCH_BIN, by default ~/.local/bin. It takes the archive from
# $CHAFFINCH_URL, by default the address of the release, and installs nothing whose checksum differs.
set -eu

main() {
  base=${CHAFFINCH_URL:-<<.Base>>}
  bin=${CHAFFINCH_BIN:-$HOME/.local/bin}
  case $(uname -s)/$(uname -m) in
  Linux/x86_64) archive=<<.Archive "linux" "amd64">> sum=<<.Sum "linux" "amd64">> ;;
  Linux/aarch64 | Linux/arm64) archive=<<.Archive "linux" "arm64">> sum=<<.Sum "linux" "arm64">> ;;
  Darwin/x86_64) archive=<<.Archive "darwin" "amd64">> sum=<<.Sum "darwin" "amd64">> ;;
  Darwin/arm64) archive=<<.Archive "darwin" "arm64">> sum=<<.Sum "darwin" "arm64">> ;;
  *) fail "there is no program for $(uname -s) on $(uname -m): build it as README.md says" ;;
  esac
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  if command -v curl >/dev/null; then
    curl -fsSL -o "$work/$archive" "$base/$archive" || fail "$base/$archive cannot be had"
  elif command -v wget >/dev/null; then
    wget -q -O "$work/$archive" "$base/$archive" || fail "$base/$archive cannot be had"
  else
    fail 'curl or wget is needed'
  fi
  if command -v sha256sum >/dev/null; then
    found=$(sha256sum "$work/$archive")
  elif command -v shasum >/dev/null; then
    found=$(shasum -a 256 "$work/$archive")
  else
    fail 'sha256sum or shasum is needed'
  fi
  [ "${found%% *}" = "$sum" ] || fail "the checksum of $base/$archive is ${found%% *}, not $sum"
  tar xzf "$work/$archive" -C "$work" --strip-components=1
  mkdir -p "$bin"
  cp "$work/chaffinch" "$bin/.chaffinch.new"
  chmod 755 "$bin/.chaffinch.new"
  mv "$bin/.chaffinch.new" "$bin/chaffinch" # at once, also over a program that runs
  "$bin/chaffinch" version
  case :$PATH: in
  *:"$bin":*) ;;
  *) echo "add $bin to PATH" ;;
  esac
}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

main
