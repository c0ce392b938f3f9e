// Wood on wood, made from noise and a few waves; no files. Silent until somebody has touched the page.

import { settings } from "./memory.js";

/** @type {AudioContext | null} */
let context = null;

/** How loud everything is; never quite silent, because a sound has to fade. */
const loudness = () => Math.max(0.01, settings().volume / 100);

/** @param {number} pitch @param {number} length @param {number} loud @param {number} [after] */
function knock(pitch, length, loud, after = 0) {
  if (!context) return;
  const start = context.currentTime + after;
  const wave = context.createOscillator();
  const volume = context.createGain();
  wave.type = "triangle";
  wave.frequency.setValueAtTime(pitch, start);
  wave.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length);
  volume.gain.setValueAtTime(loud * loudness(), start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  wave.connect(volume).connect(context.destination);
  wave.start(start);
  wave.stop(start + length);
}

/**
 * Several one after the other.
 * @param {number[]} pitches
 * @param {number} length
 * @param {number} loud
 * @param {number} apart
 */
function melody(pitches, length, loud, apart) {
  for (const [number, pitch] of pitches.entries()) knock(pitch, length, loud, number * apart);
}

/** Dice that fall and roll out. */
function roll() {
  for (const after of [0, 0.07, 0.13, 0.22]) knock(480 + 900 * after, 0.05, 0.16, after);
}

const SOUNDS = {
  land: () => knock(320, 0.09, 0.25),
  refuse: () => knock(140, 0.16, 0.18),
  roll,
  turn: () => melody([523, 659], 0.22, 0.14, 0.12),
  chat: () => melody([620, 780], 0.08, 0.12, 0.07),
  end: () => melody([392, 494, 587], 0.5, 0.16, 0.14),
};

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  if (!settings().sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name]();
}
