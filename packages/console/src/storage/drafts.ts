// Drafts of forms, which survive a reload in this tab. Secrets are never among them; sign-out deletes all.

const prefix = 'brama-console-draft:';

/** Storage is unavailable if the browser blocks it: then nothing is kept. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

export function readDraft(id: string): Readonly<Record<string, string>> | undefined {
  const text = storage()?.getItem(prefix + id);
  if (text == null) return undefined;
  try {
    const draft: unknown = JSON.parse(text);
    const isDraft =
      typeof draft === 'object' &&
      draft !== null &&
      Object.values(draft).every((one) => typeof one === 'string');
    return isDraft ? (draft as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}

export function storeDraft(id: string, values: Readonly<Record<string, string>>): void {
  try {
    storage()?.setItem(prefix + id, JSON.stringify(values));
  } catch {
    // full: the form works without a draft
  }
}

export function clearDraft(id: string): void {
  storage()?.removeItem(prefix + id);
}

export function clearDrafts(): void {
  const kept = storage();
  if (!kept) return;
  for (const key of Object.keys(kept)) if (key.startsWith(prefix)) kept.removeItem(key);
}
