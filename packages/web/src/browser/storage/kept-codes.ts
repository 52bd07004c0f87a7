// Stores in this tab which Diia codes were shown, so that a confirmation during a reload still signs in. Stores ids
// and times only. Deleted after sign-in and sign-out, because the next person at this computer may be another user.

const key = 'brama.diia-codes';
/** The longest validity of a code: five minutes to confirm it, five more to fetch the sign-in ticket. */
export const codeKeptMs = 600_000;
export const mostKeptCodes = 5;
/** The limit of the contract. */
const longestId = 64;

/** `shownAt` is wall-clock time, because other clocks restart with each page. */
export type KeptCode = { requestId: string; shownAt: number };

function isCode(value: unknown): value is KeptCode {
  const { requestId, shownAt } = (value ?? {}) as Partial<KeptCode>;
  if (typeof requestId !== 'string' || typeof shownAt !== 'number') return false;
  return requestId.length > 0 && requestId.length <= longestId;
}

/** Returns the stored codes, newest first. Ignores invalid values. */
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
    // storage is blocked; the codes last as long as the page
  }
}

export const forgetCodes = () => keepCodes([]);
