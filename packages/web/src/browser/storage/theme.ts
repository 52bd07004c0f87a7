// The theme: as the system has it, or the user's own choice for this browser. A script of one line in
// every page (build/head.ts) applies the choice before anything is painted; here it is changed.
import { pageColours, type Theme, themeStorageKey, themes } from './first-script.ts';

const changed = 'brama-theme';

export function chosenTheme(): Theme {
  try {
    const kept = localStorage.getItem(themeStorageKey);
    return themes.find((theme) => theme === kept) ?? 'system';
  } catch {
    // storage switched off
    return 'system';
  }
}

/** The browser's own frame: of the two colours in the page the system picks one, a choice overrules both. */
function paintFrame(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const asBuilt = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = pageColours[theme === 'system' ? asBuilt : theme];
  }
}

function apply(theme: Theme): void {
  paintFrame(theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function chooseTheme(theme: Theme): void {
  apply(theme);
  try {
    if (theme === 'system') localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, theme);
  } catch {
    // it holds for this page at least
  }
  dispatchEvent(new Event(changed));
}

/** Tells when the choice changes, here or in another tab; answers with how to stop. */
export function onThemeChange(listener: () => void): () => void {
  // another tab may have changed it while this one was loading
  apply(chosenTheme());
  const elsewhere = ({ key }: StorageEvent) => {
    if (key !== themeStorageKey && key !== null) return;
    apply(chosenTheme());
    listener();
  };
  addEventListener(changed, listener);
  addEventListener('storage', elsewhere);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', elsewhere);
  };
}
