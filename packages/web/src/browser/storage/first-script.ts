// The themes, and the script that acts before the first paint: it applies a kept theme and tells the
// picture at the foot of the page whether it is day, when no lamp is lit. The build writes it into every
// page.

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeStorageKey = 'brama-theme';

/** What the browser paints around the page; the tokens `--bg`. */
export const pageColours = { light: '#fafaff', dark: '#0f1024' } as const;

export const firstScript = `try{let t=localStorage.getItem(${JSON.stringify(themeStorageKey)});if(t==='light'||t==='dark')document.documentElement.dataset.theme=t,document.querySelectorAll('meta[name=theme-color]').forEach(m=>m.content=t==='dark'?'${pageColours.dark}':'${pageColours.light}')}catch{}let h=new Date().getHours();if(h>6&&h<18)document.documentElement.dataset.hour='day'`;
