#!/usr/bin/env node
// Runs the program of the package for this platform.
const { spawnSync } = require("child_process");

const name = `@chaffinch-search/${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "chaffinch.exe" : "chaffinch";
let program;
try {
  program = require.resolve(`${name}/bin/${file}`);
} catch {
  console.error(`chaffinch: the package ${name} is not installed. ` +
    "Install again without --omit=optional; if npm knows no such package, there is no program for this platform.");
  process.exit(2);
}
const done = spawnSync(program, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
if (done.error) {
  console.error(`chaffinch: ${done.error.message}`);
  process.exit(2);
}
if (done.signal) process.kill(process.pid, done.signal);
process.exitCode = done.status;
