#!/usr/bin/env node
'use strict';

// Watches the configuration of servers: fetches files over ssh, compares them
// with what was approved, and mails a summary of what changed.

const { execFile } = require('child_process');
const crypto = require('crypto');
const fsp = require('fs/promises');
const path = require('path');
const { promisify } = require('util');

const exec = promisify(execFile);

const SECRET = /(password|secret|token)(\s*[=:]\s*)\S+/gi;

function mask(text) {
  return text.replace(SECRET, (_, word, sign) => `${word}${sign}******`);
}

function digest(text) {
  return crypto.createHash('sha256').update(text).digest('hex').slice(0, 12);
}

async function loadInventory(file) {
  const inventory = JSON.parse(await fsp.readFile(file, 'utf8'));
  for (const host of inventory.hosts) {
    host.files = [...new Set([...(inventory.common || []), ...(host.files || [])])];
    host.user = host.user || inventory.user || 'watch';
  }
  return inventory;
}

async function fetchRemote(host, file) {
  const args = ['-o', 'BatchMode=yes', '-o', 'ConnectTimeout=10', `${host.user}@${host.name}`, 'cat', file];
  const { stdout } = await exec('ssh', args, { maxBuffer: 4 << 20 });
  return mask(stdout);
}

async function readApproved(folder, host, file) {
  const name = path.join(folder, host.name, encodeURIComponent(file));
  try {
    return await fsp.readFile(name, 'utf8');
  } catch (problem) {
    if (problem.code === 'ENOENT') return null;
    throw problem;
  }
}

function trace(a, b) {
  const max = a.length + b.length;
  let frontier = new Map([[1, 0]]);
  const saved = [];
  for (let d = 0; d <= max; d++) {
    saved.push(new Map(frontier));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && frontier.get(k - 1) < frontier.get(k + 1));
      let x = down ? frontier.get(k + 1) : frontier.get(k - 1) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      frontier.set(k, x);
      if (x >= a.length && y >= b.length) return saved;
    }
  }
  return saved;
}

// The number of lines that came or went: the length of the shortest script.
function distance(before, after) {
  return trace(before.split('\n'), after.split('\n')).length - 1;
}

async function inspect(folder, host, file) {
  const entry = { host: host.name, file, state: 'same', lines: 0 };
  let remote;
  try {
    remote = await fetchRemote(host, file);
  } catch (problem) {
    return { ...entry, state: 'unreachable', detail: problem.message.split('\n')[0] };
  }
  const approved = await readApproved(folder, host, file);
  if (approved === null) {
    return { ...entry, state: 'new', detail: digest(remote), text: remote };
  }
  if (approved !== remote) {
    entry.state = 'changed';
    entry.lines = distance(approved, remote);
    entry.detail = `${digest(approved)} -> ${digest(remote)}`;
    entry.text = remote;
  }
  return entry;
}

async function approve(folder, entries) {
  for (const { host, file, text } of entries) {
    if (text === undefined) continue;
    const target = path.join(folder, host, encodeURIComponent(file));
    await fsp.mkdir(path.dirname(target), { recursive: true });
    await fsp.writeFile(target, text);
  }
}

function summary(entries) {
  const interesting = entries.filter((entry) => entry.state !== 'same');
  if (interesting.length === 0) return 'nothing changed';
  const width = Math.max(...interesting.map((entry) => entry.host.length));
  return interesting
    .map((entry) => {
      const much = entry.lines > 0 ? ` (${entry.lines} lines)` : '';
      return `${entry.host.padEnd(width)}  ${entry.state.padEnd(11)}  ${entry.file}${much}  ${entry.detail}`;
    })
    .join('\n');
}

async function main([inventoryFile = 'hosts.json', folder = 'approved', ...flags]) {
  const inventory = await loadInventory(inventoryFile);
  const jobs = inventory.hosts.flatMap((host) => host.files.map((file) => inspect(folder, host, file)));
  const entries = await Promise.all(jobs);
  console.log(summary(entries));
  if (flags.includes('--approve')) {
    await approve(folder, entries);
    return 0;
  }
  return entries.some((entry) => entry.state === 'changed') ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (problem) => {
    console.error(`confwatch: ${problem.message}`);
    process.exit(2);
  }
);
