// The themes, and the inline script that runs before the first paint. It applies the stored theme, and sets day or
// night for the picture in the footer.

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeStorageKey = 'brama-theme';

/** Colours of the browser's own frame. They equal the tokens `--bg`. */
export const pageColours = { light: '#fafaff', dark: '#0f1024' } as const;

export const firstScript = `try{let t=localStorage.getItem(${JSON.stringify(themeStorageKey)});if(t==='light'||t==='dark')document.documentElement.dataset.theme=t,document.querySelectorAll('meta[name=theme-color]').forEach(m=>m.content=t==='dark'?'${pageColours.dark}':'${pageColours.light}')}catch{}let h=new Date().getHours();if(h>6&&h<18)document.documentElement.dataset.hour='day'`;
