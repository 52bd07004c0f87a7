// Remembers in this tab which codes of Diia were shown, so that whoever confirms while the page is loaded
// anew still gets in. Ids and times only; forgotten once signed in and at sign-out, for the next person at
// this computer is somebody else.

const key = 'brama.diia-codes';
/** No code has an answer after this: five minutes to confirm it, and five to fetch the sign-in. */
export const codeKeptMs = 600_000;
export const mostKeptCodes = 5;
/** As the contract has it. */
const longestId = 64;

/** `shownAt` by the clock on the wall: any other begins anew with each page. */
export type KeptCode = { requestId: string; shownAt: number };

function isCode(value: unknown): value is KeptCode {
  const { requestId, shownAt } = (value ?? {}) as Partial<KeptCode>;
  if (typeof requestId !== 'string' || typeof shownAt !== 'number') return false;
  return requestId.length > 0 && requestId.length <= longestId;
}

/** Newest first. Whatever else lies there counts as nothing. */
export function readKeptCodes(now: number): KeptCode[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept
      .filter(isCode)
      .filter(({ shownAt }) => shownAt <= now && now - shownAt < codeKeptMs)
      .map(({ requestId, shownAt }) => ({ requestId, shownAt }))
      .sort((a, b) => b.shownAt - a.shownAt)
      .slice(0, mostKeptCodes);
  } catch {
    return [];
  }
}

export function keepCodes(codes: readonly KeptCode[]): void {
  try {
    if (codes.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(codes));
  } catch {
    // storage switched off: the codes last as long as the page
  }
}

export const forgetCodes = () => keepCodes([]);
