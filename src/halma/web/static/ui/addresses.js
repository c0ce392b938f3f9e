// Addresses of the page begin with “/”, wherever the page lies: below another folder, or in files without a server.

/** The folder of the page. */
export const ROOT = new URL("../../", import.meta.url);

// Tables of this device have no address on a server: they are named in the fragment, as all other screens are.
const LOCAL_TABLE = /^\/t\/(local-[\w-]+)(?:#(.*))?$/;

/** Where something of the page really is. @param {string} address */
export function placed(address) {
  if (!address.startsWith("/")) return address;
  const local = LOCAL_TABLE.exec(address);
  if (local) return `${ROOT.pathname}#/t/${local[1]}${local[2] ? `/${local[2]}` : ""}`;
  return ROOT.pathname + address.slice(1);
}

/** The path of an address below the folder of the page, with a “/” before it. @param {URL | Location} address */
export function pathOf({ pathname }) {
  const path = pathname.startsWith(ROOT.pathname) ? pathname.slice(ROOT.pathname.length - 1) : pathname;
  return path === "/index.html" ? "/" : path;
}

/** @type {((address: string) => Promise<string>) | null} */
let findPicture = null;
let always = false;

/**
 * Pictures that a server draws are found by somebody else: always, or only where the server does not answer.
 * @param {(address: string) => Promise<string>} find @param {boolean} alone
 */
export function findPicturesBy(find, alone) {
  findPicture = find;
  always = alone;
}

/** Let an element show a picture. @param {Element} element @param {string} address */
export function showPicture(element, address) {
  const find = address.startsWith("/api/") ? findPicture : null;
  const otherwise = async () => {
    try {
      element.setAttribute("src", (await find?.(address)) ?? "");
    } catch (error) {
      // A screen without one of its pictures is still a screen.
      console.warn(address, error);
    }
  };
  if (find && always) otherwise();
  else {
    if (find) element.addEventListener("error", otherwise, { once: true });
    element.setAttribute("src", placed(address));
  }
}
