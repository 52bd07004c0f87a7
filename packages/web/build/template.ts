// Changes the HTML documents that Vite has built: inlines styles and starts scripts after the first paint.

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

/** Imports the entry after the first paint. A page that is not visible is not painted, so time also suffices. */
function startScript(entry: string): string {
  return `{let p,g=()=>p??=import(${JSON.stringify(entry)});requestAnimationFrame(()=>setTimeout(g));setTimeout(g,500)}`;
}

/**
 * Lets scripts wait for the first paint, because browsers would compile cached scripts before it. They are fetched early,
 * with low priority, so that fonts and images, which users see first, load before them.
 */
export function withLateScripts(html: string): string {
  const [tag, entry] =
    /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html) ?? [];
  if (tag === undefined || entry === undefined) throw new Error('the page has no entry');
  const preload = '<link rel="preload" as="script" fetchpriority="low" crossorigin href=';
  return html
    .replaceAll('<link rel="modulepreload" crossorigin href=', preload)
    .replace(tag, `${preload}"${entry}">`)
    .replace('</body>', () => `<script>${startScript(entry)}</script></body>`);
}
