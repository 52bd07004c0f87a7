// Escapes text for HTML that is not written by React: emails, redirects, the head of documents. Also reads escaped text.

const forHtml: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => forHtml[character] ?? '');
}

const fromHtml = Object.fromEntries(
  Object.entries(forHtml).map(([text, escaped]) => [escaped, text]),
);

/** Returns text as a browser reads it, if `escapeHtml` or the same rules escaped it. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (escaped) => fromHtml[escaped] ?? '');
}
