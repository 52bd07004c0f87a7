// Reads the three marks a sentence may hold: `code`, **weight**, [words](address). Pure.

export type Span = { text: string; look: 'plain' | 'strong' | 'code'; href?: string };

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

function spanOf([, code, strong, words, href]: RegExpMatchArray): Span {
  if (code !== undefined) return { text: code, look: 'code' };
  if (strong !== undefined) return { text: strong, look: 'strong' };
  return { text: words ?? '', look: 'plain', href: href ?? '' };
}

export function spansOf(sentence: string): Span[] {
  const spans: Span[] = [];
  let last = 0;
  for (const match of sentence.matchAll(marks)) {
    if (match.index > last) spans.push({ text: sentence.slice(last, match.index), look: 'plain' });
    spans.push(spanOf(match));
    last = match.index + match[0].length;
  }
  if (last < sentence.length) spans.push({ text: sentence.slice(last), look: 'plain' });
  return spans;
}
