// Draws everything except the chapters: the cover, the contents page, and the header and footer of every page.
import type PDFDocument from 'pdfkit';
import type { Tag } from './atoms.ts';
import type { ContentsLine } from './contents.ts';
import { linesOf, type Measure, type Piece } from './lines.ts';
import { colours, page, type Style, styles, textWidth } from './look.ts';
import type { Painter } from './paint.ts';

export type FrontWords = {
  brand: string;
  title: string;
  lead: string;
  edition: string;
  aboutAddress: string;
  contents: string;
  pageOf: (number: number, count: number) => string;
};

type Front = {
  doc: typeof PDFDocument.prototype;
  painter: Painter;
  measure: Measure;
  words: FrontWords;
};

/** An SVG path of the gate in the logo, 32 units wide. */
const gate =
  'M16 2C8.82 2 3 7.82 3 15v11.5A3.5 3.5 0 0 0 6.5 30H11V17.5a5 5 0 0 1 10 0V30h4.5a3.5 3.5 0 0 0 3.5-3.5V15C29 7.82 23.18 2 16 2Z';

function drawMark({ doc }: Front, x: number, y: number, size: number) {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32);
  doc.path(gate).fill(colours.white);
  doc.circle(16, 18, 2.5).fill(colours.sun);
  doc.roundedRect(13.9, 22.2, 4.2, 7.8, 1.4).fill(colours.sun);
  doc.restore();
}

/** Draws a row of arches at the lower edge of the coloured area of the cover. One arch is yellow. */
function drawArches({ doc }: Front, bottom: number) {
  const [width, gap] = [78, 14];
  for (let at = 0; at * (width + gap) < page.width + width; at += 1) {
    const x = at * (width + gap) - 30;
    const top = bottom - 118 - ((at * 37) % 60);
    doc.save().fillOpacity(at === 4 ? 1 : 0.1);
    doc
      .path(
        `M${x} ${bottom}V${top + width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0V${bottom}Z`,
      )
      .fill(at === 4 ? colours.sun : colours.white);
    doc.restore();
  }
}

type Writing = { tag: Tag; style: Style; top: number; width: number };

/** Draws a sentence. Returns the vertical position of the next line. */
function write({ painter, measure }: Front, sentence: string, { tag, style, top, width }: Writing) {
  let y = top;
  for (const line of linesOf([{ text: sentence, look: 'plain' }], style, width, measure)) {
    painter.enter(tag);
    for (const piece of line) painter.draw(piece, page.left, y + style.size);
    y += style.leading;
  }
  return y;
}

export function drawCover(front: Front, document: Tag) {
  const { doc, painter, words } = front;
  const field = 560;
  doc.addPage();
  painter.decorate(() => {
    doc.rect(0, 0, page.width, field).fill(colours.brand);
    drawArches(front, field);
    drawMark(front, page.left - 4, 72, 54);
  });
  const parent: Tag = { role: 'Sect', parent: document };
  const wide = textWidth - 40;
  const place = (role: string, style: Style, top: number) => ({
    tag: { role, parent },
    style,
    top,
    width: wide,
  });
  let y = write(front, words.title, place('H1', styles.coverTitle, 176));
  y = write(front, words.lead, place('P', styles.coverLead, y + 12));
  y = write(front, words.aboutAddress, place('P', styles.coverNote, field + 34));
  write(front, words.edition, place('P', styles.coverNote, y + 8));
  painter.close();
}

export function drawContents(front: Front, lines: readonly ContentsLine[], list: Tag) {
  const { doc, painter, words } = front;
  doc.addPage();
  const tag: Tag = { role: 'H1', ...(list.parent && { parent: list.parent }) };
  write(front, words.contents, { tag, style: styles.h1, top: page.top, width: textWidth });
  for (const line of lines) drawContentsLine(painter, line);
  painter.close();
}

function drawContentsLine(painter: Painter, line: ContentsLine) {
  const { tag, pieces, entry, x, y, width, height, baseline } = line;
  painter.enter(tag);
  const { heading } = entry;
  const href = `#${heading.id}`;
  const area = { ...pieces[1], text: `${heading.number} ${heading.title}`, width, href };
  painter.link(area, { x, top: y, height }, tag);
  for (const piece of pieces) painter.draw(piece, piece.x, y + baseline);
}

/** Draws the header and footer of a page. `chapter`: the title on the right of the header. */
export function drawRunningLines(front: Front, chapter: string, number: number, count: number) {
  const { doc, painter, measure, words } = front;
  const piece = (text: string): Piece => {
    const { font, size, colour } = styles.running;
    return { text, font, size, colour, width: measure(text, font, size) };
  };
  const [left, right] = [piece(`${words.brand} · ${words.title}`), piece(chapter)];
  const foot = piece(words.pageOf(number, count));
  painter.decorate(() => {
    painter.draw(left, page.left, 46);
    painter.draw(right, page.left + textWidth - right.width, 46);
    painter.draw(foot, page.left + textWidth - foot.width, page.height - 36);
    doc.lineWidth(0.6).strokeColor(colours.line);
    doc
      .moveTo(page.left, 54)
      .lineTo(page.left + textWidth, 54)
      .stroke();
  }, 'Pagination');
}
