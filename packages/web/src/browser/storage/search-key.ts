// Stores in this browser whether the key / leads to the search of applications. Users of speech input must be able to turn it
// off (WCAG 2.2, 2.1.4).

const key = 'brama.search-key';
const off = 'off';

export function isSearchKeyOn(): boolean {
  try {
    return localStorage.getItem(key) !== off;
  } catch {
    // storage is blocked: the user could not turn it off
    return false;
  }
}

export function turnSearchKey(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, off);
  } catch {
    // storage is blocked; the key is off
  }
}
