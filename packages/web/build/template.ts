// Changes the HTML documents that Vite has built: inlines styles and lowers the priority of scripts.

/** Replaces the links to style sheets by inline styles: downloading the styles takes less time than another request. */
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

/** Lowers the priority of scripts, so that fonts and images, which users see first, load before them. */
export function withPatientScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
    .replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ');
}
