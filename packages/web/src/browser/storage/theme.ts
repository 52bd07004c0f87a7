// Reads and changes the theme: the system's, or the user's choice for this browser. The inline script in every page
// applies the choice before the first paint.
import { pageColours, type Theme, themeStorageKey, themes } from './first-script.ts';

const changed = 'brama-theme';

export function chosenTheme(): Theme {
  try {
    const kept = localStorage.getItem(themeStorageKey);
    return themes.find((theme) => theme === kept) ?? 'system';
  } catch {
    // storage is blocked
    return 'system';
  }
}

/** Sets the colour of the browser's own frame. The page names one colour per system theme; a choice replaces both. */
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
    // storage is blocked; the choice lasts as long as the page
  }
  dispatchEvent(new Event(changed));
}

/** Calls the listener when the choice changes here or in another tab. Returns the unsubscribe function. */
export function onThemeChange(listener: () => void): () => void {
  // another tab may have changed it while this one loaded
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
