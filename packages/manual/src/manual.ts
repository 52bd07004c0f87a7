// Builds the integration manual as a tagged A4 PDF in each language. The same sources always give the same bytes: the
// output depends on no clock and no random value.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Language, languages } from '@brama/contract/paths';
import PDFDocument from 'pdfkit';
import { attached } from './content/attached.ts';
import { chapters } from './content/chapters.ts';
import { type BuiltButton, type Snippets, snippetsOf } from './content/snippets.ts';
import { manualFile } from './file.ts';
import type { Heading, Page, Tag } from './layout/atoms.ts';
import { contentsLines } from './layout/contents.ts';
import { atomsOf } from './layout/flow.ts';
import { drawContents, drawCover, drawRunningLines } from './layout/front.ts';
import { edition, frontWords } from './layout/front-words.ts';
import type { Measure } from './layout/lines.ts';
import { type FontName, page } from './layout/look.ts';
import { pagesOf } from './layout/pager.ts';
import { featuresOf, Painter } from './layout/paint.ts';

const fonts: Record<FontName, string> = {
  regular: '@expo-google-fonts/onest/400Regular/Onest_400Regular.ttf',
  semibold: '@expo-google-fonts/onest/600SemiBold/Onest_600SemiBold.ttf',
  bold: '@expo-google-fonts/onest/700Bold/Onest_700Bold.ttf',
  mono: '@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf',
};

const locales: Record<Language, string> = { uk: 'uk-UA', en: 'en-GB' };

function newDocument(language: Language): typeof PDFDocument.prototype {
  const { title, subject, brand } = frontWords(language);
  const doc = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    // the types of pdfkit do not list this value yet
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    displayTitle: true,
    lang: locales[language],
    info: {
      Title: `${brand} · ${title}`,
      Author: brand,
      Subject: subject,
      CreationDate: edition,
      ModDate: edition,
    },
  });
  for (const [name, file] of Object.entries(fonts))
    doc.registerFont(name, fileURLToPath(import.meta.resolve(file)));
  return doc;
}

/** The number of pages before the first chapter: the cover and the contents. */
const pagesBefore = 2;

type PlacedHeading = { heading: Heading; pageNumber: number; y: number };

const headingsOf = (pages: readonly Page[], before: number): PlacedHeading[] =>
  pages.flatMap((one, index) =>
    one.flatMap(({ atom: { heading }, y }) =>
      heading ? [{ heading, pageNumber: before + index + 1, y }] : [],
    ),
  );

function addBookmarks(doc: typeof PDFDocument.prototype, headings: readonly PlacedHeading[]) {
  let chapter: PDFKit.PDFOutline | undefined;
  for (const { heading, pageNumber, y } of headings) {
    // pdfkit measures `left` from the right edge
    const options = { pageNumber: pageNumber - 1, top: Math.max(0, y - 12), left: page.width };
    const title = `${heading.number} ${heading.title}`;
    if (heading.level === 1) chapter = doc.outline.addItem(title, options as object);
    else chapter?.addItem(title, options as object);
  }
}

/** Ends the document and returns its bytes. */
function bytesOf(doc: typeof PDFDocument.prototype): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('error', reject);
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.end();
  });
}

export async function manualIn(language: Language, snippets: Snippets): Promise<Buffer> {
  const doc = newDocument(language);
  const measure: Measure = (text, font, size) =>
    doc.font(font).fontSize(size).widthOfString(text, featuresOf(font));
  const words = frontWords(language);
  const document: Tag = { role: 'Document' };
  const codeOf = (name: string) => {
    const code = snippets[name];
    if (code === undefined) throw new Error(`the manual names no snippet ${name}`);
    return code;
  };
  const pages = pagesOf(atomsOf(chapters, document, { language, measure, codeOf }));
  const contents: Tag = { role: 'TOC', parent: { role: 'Sect', parent: document } };
  const headings = headingsOf(pages, pagesBefore);
  const painter = new Painter(doc, locales[language]);
  const front = { doc, painter, measure, words };
  drawCover(front, document);
  drawContents(front, contentsLines(headings, contents, measure), contents);
  const count = pagesBefore + pages.length;
  let chapter = '';
  for (const [index, one] of pages.entries()) {
    doc.addPage();
    chapter = one.find(({ atom }) => atom.heading?.level === 1)?.atom.heading?.title ?? chapter;
    drawRunningLines(front, chapter, pagesBefore + index + 1, count);
    painter.drawPage(one);
  }
  addBookmarks(doc, headings);
  for (const { name, snippet, type } of attached)
    doc.file(Buffer.from(`${codeOf(snippet)}\n`), {
      name,
      type,
      description: `${words.title}: ${name}`,
      creationDate: edition,
      modifiedDate: edition,
    });
  painter.finish(document);
  return bytesOf(doc);
}

/** Writes the manual in every language into `dist`. */
export async function buildManual(dist: string, button: BuiltButton): Promise<void> {
  const snippets = await snippetsOf(button);
  for (const language of languages)
    await writeFile(join(dist, manualFile(language)), await manualIn(language, snippets));
}
