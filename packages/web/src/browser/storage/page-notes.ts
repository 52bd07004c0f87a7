// A note for the next page of this tab, read once: the account page shows the result of linking a Google account.

const linkResults = [
  'linked',
  'failed',
  'linked-elsewhere',
  'not-recent',
  'second-factor-missing',
] as const;
export type LinkResult = (typeof linkResults)[number];

const key = 'brama.my-data';

export function leaveLinkResult(result: LinkResult): void {
  try {
    sessionStorage.setItem(key, result);
  } catch {
    // storage is blocked: the next page does not show it
  }
}

export function takeLinkResult(): LinkResult | undefined {
  try {
    const left = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return linkResults.find((result) => result === left);
  } catch {
    return undefined;
  }
}
