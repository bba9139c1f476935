// Answer to "How do I print a number of seconds for people?", by user quillfeather, CC BY-SA 4.0

const STEPS = [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function humanDuration(seconds) {
  for (const [name, size] of STEPS) {
    const n = Math.floor(seconds / size);
    if (n >= 1) return n + " " + name + (n === 1 ? "" : "s");
  }
  return "now";
}
