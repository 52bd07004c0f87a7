// Stores in this browser the ids of recently opened applications, for the order of the cards. Deleted at sign-out.
const key = 'brama.recent-apps';
const maxKept = 20;
/** The ids that the inline script has read. */
const appliedKey = 'recentApps';

/**
 * Moves the recently opened applications to the beginning of the list that the server rendered. It runs before the
 * first paint, so that no card moves under the pointer.
 */
export const recentAppsScript = `try{let r=JSON.parse(localStorage.getItem(${JSON.stringify(key)})||'[]').filter(i=>typeof i==='string'),l=document.querySelector('[data-apps]');window.${appliedKey}=r;for(let i of r.toReversed())for(let c of l?[...l.children]:[])if(c.dataset.app===i)l.prepend(c)}catch{}`;

function readRecentApps(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns the ids with which the inline script has ordered the cards, the last opened first. */
export function appliedRecentApps(): readonly string[] {
  return (globalThis as { [appliedKey]?: string[] })[appliedKey] ?? [];
}

export function rememberOpened(id: string): void {
  try {
    const recent = [id, ...readRecentApps().filter((other) => other !== id)];
    localStorage.setItem(key, JSON.stringify(recent.slice(0, maxKept)));
  } catch {
    // storage is blocked; the order is alphabetical
  }
}

export function forgetRecentApps(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // storage is blocked, so nothing was stored
  }
}
