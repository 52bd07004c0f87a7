// The code of a reset link. It leaves the address at once, so that neither the history nor a screenshot contains it.
const codeForm = /^#([\w-]{43})$/;

export function takeResetCode(): string | undefined {
  const code = codeForm.exec(location.hash)?.[1];
  if (code !== undefined)
    history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
