// Changes the HTML documents that Vite has built: inlines styles and lowers the priority of scripts.

/** Puts styles into the page in place of its links: they are smaller than a round trip is long. */
export function withInlineStyles(html: string, css: string): string {
  const links = /<link rel="stylesheet"[^>]*>/g;
  if (html.search(links) < 0) throw new Error('the page has no style sheet');
  let placed = false;
  return html.replace(links, () => {
    const first = !placed;
    placed = true;
    return first ? `<style>${css}</style>` : '';
  });
}

/** Lets what is seen come before what makes it move. */
export function withPatientScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
    .replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ');
}
