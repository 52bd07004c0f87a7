// Takes the code of a link in an email from the address and removes it there, so that neither history nor screenshots contain
// it.
const codeForm = /^#([\w-]{43})$/;

export function takeEmailCode(): string | undefined {
  const code = codeForm.exec(location.hash)?.[1];
  if (code !== undefined)
    history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
