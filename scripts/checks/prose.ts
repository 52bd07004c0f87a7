// Checks the wording of comments, documents and test titles: listed words, and the length of sentences in doc comments.
// Other questions of style need a human reviewer.

import { parseSync, Visitor } from 'oxc-parser';

/** Pattern → what to write instead. Matches whole words, in any case. */
const listedWords: [pattern: string, instead: string][] = [
  ['whoever|whomever', 'the actor: user, client, server, administrator, job'],
  ['somebody|someone', 'the actor: user, client, attacker'],
  ['nobody|no one', 'the actor: “no user”, “no client”'],
  ['answers? with', '“Returns”, “responds with”'],
  ['hears?( of)?|heard( of)?', '“is notified”, “receives”, “called with”'],
  ['tells(?! apart)|told(?! apart)', '“returns”, “notifies”, “shows”, “reports”'],
  ['believes?|believed', '“trusts”, “accepts”'],
  ['anew', '“again”'],
  ['dearest|away with|the same breath', 'plain words'],
  ['errands?', '“job”'],
  ['farewells?', '“back-channel logout”'],
  ['turnstiles?', '“queue”'],
  ['decoys?', '“dummy hash”'],
  ['what is \\w+ is', 'a noun as the subject'],
  ['such as are|of old|without number', 'plain words'],
  ['(application|client|page|site|server)s? of others', '“third-party”'],
  ['shall', '“must”, “will”, or the present tense'],
];
const listed = new RegExp(`\\b(${listedWords.map(([pattern]) => pattern).join('|')})\\b`, 'gi');

const maxWords = 25;

export type ProseIssue = { line: number; message: string };

type Block = { line: number; text: string; isDoc: boolean };

/** Replaces code, quotations and addresses by one neutral word each. */
const neutral = (text: string) =>
  text
    .replaceAll(/`[^`]*`|\{@link [^}]*\}/g, 'CODE')
    .replaceAll(/«[^»]*»|“[^”]*”|"[^"]*"/g, 'QUOTE')
    .replaceAll(/https?:\/\/\S+/g, 'URL');

/** A block comment, or line comments below each other, where nothing else stands before them on the line. */
const commentPattern = /^[ \t]*(?:\{?\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm;

/** Returns the comments of a source file. A file's first comment counts as a doc comment. */
function commentsOf(source: string): Block[] {
  return [...source.matchAll(commentPattern)].map(({ 0: comment, index }) => {
    const before = source.slice(0, index);
    const isHead = before.replace(/^#!.*\n/, '').trim() === '';
    return {
      line: before.split('\n').length,
      text: comment.replaceAll(/^[ \t]*(?:\{?\/\*+|\/\/+|\*(?!\/))|\*\/$/gm, ' '),
      isDoc: isHead || comment.trimStart().startsWith('/**'),
    };
  });
}

type Node = {
  type: string;
  name?: string;
  value?: unknown;
  object?: Node;
  callee?: Node;
  tag?: Node;
  quasis?: { value: { cooked: string | null } }[];
};

/** Returns the function that a call begins with: `test` in `test.each(rows)('title', …)`. */
function firstNameOf(node: Node): string | undefined {
  const inner = node.object ?? node.callee ?? node.tag;
  return inner ? firstNameOf(inner) : node.name;
}

function textOf({ type, value, quasis = [] }: Node): string {
  if (type === 'Literal') return typeof value === 'string' ? value : '';
  return quasis.map((part) => part.value.cooked).join('CODE');
}

/** Returns the titles of the tests in a source file. */
function titlesOf(file: string, source: string): Block[] {
  const titles: Block[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title], start }) {
      if (title && /^(test|it|describe)$/.test(firstNameOf(callee as Node) ?? '')) {
        const line = source.slice(0, start).split('\n').length;
        titles.push({ line, text: textOf(title as Node), isDoc: false });
      }
    },
  }).visit(parseSync(file, source).program);
  return titles;
}

const mayHaveTests = /\.(test|spec)\.tsx?$|\/test\/support\//;

/** Returns the lines of a Markdown file without its code blocks. */
function paragraphsOf(markdown: string): Block[] {
  let isCode = false;
  return markdown.split('\n').flatMap((text, index) => {
    const isFence = /^\s*(```|~~~)/.test(text);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? [] : [{ line: index + 1, text, isDoc: false }];
  });
}

const wordsIn = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word));

function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/\n\s*\n|\n\s*(?=- |\d\. |@)/g, '. ')
    .split(/(?<=[.!?][)”"]?)\s+(?=[\p{Lu}«“"(@-]|CODE|$)/u);
}

function issuesOf({ line, text, isDoc }: Block): ProseIssue[] {
  const plain = neutral(text);
  const issues = [...plain.matchAll(listed)].map(([word]) => {
    const instead = listedWords.find(([pattern]) => new RegExp(`^(${pattern})$`, 'i').test(word));
    return { line, message: `“${word}”: write ${instead?.[1]}` };
  });
  for (const sentence of isDoc ? sentencesOf(plain) : []) {
    const count = wordsIn(sentence).length;
    if (count > maxWords)
      issues.push({ line, message: `a sentence of ${count} words, at most ${maxWords}` });
  }
  return issues;
}

/** Returns what the rules reject in a file, by its line; `file` decides between source and Markdown. */
export function proseIssues(file: string, source: string): ProseIssue[] {
  const blocks = file.endsWith('.md') ? paragraphsOf(source) : commentsOf(source);
  const titles = mayHaveTests.test(file) ? titlesOf(file, source) : [];
  return [...blocks, ...titles].flatMap(issuesOf);
}
