// Plays a script of tests/wasm/script.py on the WebAssembly build: node play.mjs HALMA.wasm SCRIPT.json
//
// A script has the compiled rules of some games and calls with what they have to answer. Says what differs and how long
// the thinking took, as JSON.
import { readFile } from "node:fs/promises";
import { Kernel } from "../../src/halma/web/static/worker/kernel.js";

const [file, script] = process.argv.slice(2);
const { rules, calls } = JSON.parse(await readFile(script, "utf8"));
const kernel = await Kernel.of(await WebAssembly.compile(await readFile(file)));
const halma = kernel.calls;
const give = (numbers) => kernel.give(numbers);
const take = (count) => kernel.take(count) ?? count;

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
