// Kernel and engine, compiled for browsers: C functions that take and give whole numbers (src/halma/wasm/interface.hpp).

/** There is nothing of the kind that was asked for. */
export const NOTHING = -2;

/** @typedef {Record<string, (...given: any[]) => any> & {memory: WebAssembly.Memory}} Calls */
/** @typedef {ArrayLike<number>} Numbers */

/** The kernel could not go on: it is to be made anew. */
export class KernelError extends Error {}

export class Kernel {
  /** @param {Calls} calls */
  constructor(calls) {
    this.calls = calls;
    this.broken = false;
  }

  /** @param {WebAssembly.Module} module */
  static async of(module) {
    /** @type {Calls | null} */
    let calls = null;
    const host = wasi(() => /** @type {Calls} */ (calls).memory);
    const made = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: host });
    calls = /** @type {Calls} */ (/** @type {unknown} */ (made.exports));
    calls._initialize();
    return new Kernel(calls);
  }

  /**
   * @param {string} name @param {...any} given
   * @returns {any}
   */
  call(name, ...given) {
    if (this.broken) throw new KernelError("the kernel has stopped");
    try {
      return this.calls[`halma_${name}`](...given);
    } catch (error) {
      // Without exceptions whatever is thrown ends everything; what was the matter can still be read.
      this.broken = true;
      throw new KernelError(this.message() || String(error));
    }
  }

  /** Give numbers with the next call. @param {Numbers} numbers @returns {number} how many they are */
  give(numbers) {
    // Where the numbers are is asked first: making room can grow the memory, which takes its old buffer away.
    const at = this.call("numbers", numbers.length);
    new Int32Array(this.calls.memory.buffer, at, numbers.length).set(numbers);
    return numbers.length;
  }

  /** The numbers a call left; null if there is nothing of the kind. @param {number} count @returns {number[] | null} */
  take(count) {
    if (count < 0) return null;
    const at = this.call("numbers", count);
    return [...new Int32Array(this.calls.memory.buffer, at, count)];
  }

  /** Numbers that are always there. @param {string} name @param {...any} given @returns {number[]} */
  list(name, ...given) {
    return this.take(this.call(name, ...given)) ?? [];
  }

  message() {
    const bytes = new Uint8Array(this.calls.memory.buffer, this.calls.halma_message());
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}

/**
 * What the C++ library asks of its host: the time, and a place for what it says before it gives up.
 * @param {() => WebAssembly.Memory} memory
 */
function wasi(memory) {
  const view = () => new DataView(memory().buffer);
  const nothing = () => 0;
  return {
    clock_time_get(/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write(
      /** @type {number} */ _file,
      /** @type {number} */ parts,
      /** @type {number} */ count,
      /** @type {number} */ written,
    ) {
      let sum = 0;
      for (let part = 0; part < count; part++) sum += view().getUint32(parts + 8 * part + 4, true);
      view().setUint32(written, sum, true);
      return 0;
    },
    proc_exit(/** @type {number} */ code) {
      throw new Error(`ended with ${code}`);
    },
    ...Object.fromEntries(
      ["environ_get", "environ_sizes_get", "fd_close", "fd_seek", "fd_fdstat_get", "fd_read", "fd_prestat_get"].map(
        (name) => [name, nothing],
      ),
    ),
  };
}
