// Who may read a file, by its mode.

/** Returns whether users beside the owner and the group may read or write it. Windows has no such modes. */
export const othersMayRead = (mode: number) => process.platform !== 'win32' && (mode & 0o006) !== 0;

/** Returns the mode as chmod takes it. */
export const modeOf = (mode: number) => (mode & 0o777).toString(8);
