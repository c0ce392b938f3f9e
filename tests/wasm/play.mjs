// Plays a script of tests/wasm/script.py on the WebAssembly build: node play.mjs HALMA.wasm SCRIPT.json
//
// A script has the compiled rules of some games and calls with what they have to answer. Says what differs and how long
// the thinking took, as JSON.
import { readFile } from "node:fs/promises";

/** What the C++ library asks of its host: the time, and a place for what it says before it gives up. */
function host(memory) {
  const view = () => new DataView(memory().buffer);
  const nothing = () => 0;
  return {
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write(_file, parts, count, written) {
      let sum = 0;
      for (let part = 0; part < count; part++) sum += view().getUint32(parts + 8 * part + 4, true);
      view().setUint32(written, sum, true);
      return 0;
    },
    proc_exit(code) {
      throw new Error(`ended with ${code}`);
    },
    ...Object.fromEntries(
      ["environ_get", "environ_sizes_get", "fd_close", "fd_seek", "fd_fdstat_get", "fd_read", "fd_prestat_get"].map(
        (name) => [name, nothing],
      ),
    ),
  };
}

const [file, script] = process.argv.slice(2);
const { rules, calls } = JSON.parse(await readFile(script, "utf8"));
let memory;
const module = await WebAssembly.compile(await readFile(file));
const { exports: halma } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: host(() => memory) });
memory = halma.memory;
halma._initialize();

// Where the numbers are is asked first: making room can grow the memory, which takes its old buffer away.
const give = (numbers) => {
  const at = halma.halma_numbers(numbers.length);
  new Int32Array(memory.buffer, at, numbers.length).set(numbers);
  return numbers.length;
};
const take = (count) => {
  if (count < 0) return count;
  const at = halma.halma_numbers(count);
  return [...new Int32Array(memory.buffer, at, count)];
};

const compiled = rules.map((numbers) => halma.halma_rules(give(numbers)));
const differences = [];
let state = 0;
const seconds = [];
for (const [at, [name, given, more, expected]] of calls.entries()) {
  let found;
  if (name === "start" || name === "resume") {
    if (state) halma.halma_free_state(state);
    state =
      name === "start"
        ? halma.halma_start(compiled[more[0]], more[1])
        : halma.halma_resume(compiled[more[0]], give(given));
    found = state ? 0 : -1;
  } else if (name === "think") {
    const [nodes, seed, ...rest] = more;
    give(given);
    // Time of the processor, which other programs disturb less.
    const begin = process.cpuUsage().user;
    found = take(halma.halma_think(state, BigInt(nodes), BigInt(seed), ...rest));
    seconds.push((process.cpuUsage().user - begin) / 1e6);
  } else {
    const call = halma[`halma_${name}`];
    const answer = given === null ? call(state, ...more) : call(state, give(given), ...more);
    found = Array.isArray(expected) ? take(answer) : typeof answer === "bigint" ? `${BigInt.asUintN(64, answer)}` : answer;
  }
  if (JSON.stringify(found) !== JSON.stringify(expected)) differences.push({ at, name, given, more, expected, found });
  if (differences.length > 5) break;
}
console.log(JSON.stringify({ calls: calls.length, seconds, differences }));
