// Parses the three marks of a sentence: `code`, **bold** and [links](address). Inserts non-breaking spaces where a line
// must not end. Pure.

export type Span = { text: string; look: 'plain' | 'strong' | 'code'; href?: string };

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

function spanOf([, code, strong, words, href]: RegExpMatchArray): Span {
  if (code !== undefined) return { text: code, look: 'code' };
  if (strong !== undefined) return { text: strong, look: 'strong' };
  return { text: words ?? '', look: 'plain', href: href ?? '' };
}

const joined: [RegExp, string][] = [
  // no line begins with a dash
  [/ (?=[—–] )/g, '\u00A0'],
  // no Ukrainian line ends with a one-letter preposition or conjunction
  [/(?<=(?:^|[\s(«])[вузіійоаяВУЗІЙОАЯ]) /g, '\u00A0'],
  [/(?<=розділі|розділ|chapter) (?=\d)/g, '\u00A0'],
  [
    /(?<=\d) (?=секунд|хвилин|годин|днів|знаків|символів|бітів|px|КБ|KB|seconds|minutes|hours|days|characters)/g,
    '\u00A0',
  ],
];

const kept = (words: string) =>
  joined.reduce((text, [space, instead]) => text.replace(space, instead), words);

export function spansOf(sentence: string): Span[] {
  return marked(sentence).map((span) =>
    span.look === 'code' ? span : { ...span, text: kept(span.text) },
  );
}

function marked(sentence: string): Span[] {
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
