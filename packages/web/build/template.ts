// Fills the HTML that Vite has built. Each place must be there, once.

/** Replaces the one occurrence of `place`. */
export function fill(html: string, place: string, content: string): string {
  const parts = html.split(place);
  if (parts.length !== 2) throw new Error(`expected one ${place}, found ${parts.length - 1}`);
  return parts.join(content);
}

/** Inline JSON: `<` must not end the element it stands in. */
export function inlineJson(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

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
