// Going to another screen: whoever wants to names the address, and the page shows what is there.

import { placed } from "./addresses.js";

/** @type {() => Promise<void>} */
let show = async () => {};

/** @param {() => Promise<void>} shower shows the screen of the present address */
export function showScreensBy(shower) {
  show = shower;
}

/** Show the screen at an address. @param {string} address */
export function go(address) {
  history.pushState(null, "", placed(address));
  return show();
}
