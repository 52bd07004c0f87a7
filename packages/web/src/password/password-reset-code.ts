// The code of a link from a letter: it leaves the address at once, so that neither the history nor a picture of the
// screen keeps it.
const codeForm = /^#([\w-]{43})$/;

export function takeResetCode(): string | undefined {
  const code = codeForm.exec(location.hash)?.[1];
  if (code !== undefined)
    history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
