// Draws placed strips with pdfkit and puts every word into the structure tree. Decoration and repeated content are
// marked as artifacts, which screen readers skip.
import type PDFDocument from 'pdfkit';
import type { Ground, Page, PlacedAtom, Tag } from './atoms.ts';
import type { Line, Piece } from './lines.ts';

type Document = typeof PDFDocument.prototype;
type Element = ReturnType<Document['struct']>;

/** No ligatures: `=>` stays two characters, on screen and when copied. */
const codeFeatures = { calt: false, liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
export const featuresOf = (font: string) => (font === 'mono' ? { features: codeFeatures } : {});

export type Painter = ReturnType<typeof createPainter>;

export function createPainter(doc: Document, language: string) {
  const elements = new Map<Tag, Element>();
  let open: Tag | undefined;

  function elementOf(tag: Tag): Element {
    const known = elements.get(tag);
    if (known) return known;
    const made = doc.struct(tag.role, {
      ...(tag.isBlock && { placement: 'Block' }),
      ...(tag.scope && { scope: tag.scope }),
      ...(tag.parent ? {} : { lang: language }),
    } as PDFKit.Mixins.StructureElementOptions);
    if (tag.parent) elementOf(tag.parent).add(made);
    elements.set(tag, made);
    return made;
  }

  function close() {
    if (open) doc.endMarkedContent();
    open = undefined;
  }

  /** What is drawn from here on belongs to `tag`. */
  function enter(tag: Tag) {
    if (open === tag) return;
    close();
    elementOf(tag).add(doc.markStructureContent(tag.role));
    open = tag;
  }

  function draw(piece: Piece, x: number, baseline: number) {
    doc.font(piece.font).fontSize(piece.size).fillColor(piece.colour);
    doc.text(piece.text, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...featuresOf(piece.font),
    });
  }

  /** A link of its own for each line it stands on. */
  function link(piece: Piece, place: { x: number; top: number; height: number }, tag: Tag) {
    const { href = '' } = piece;
    const options = { structParent: elementOf(tag), Contents: new String(piece.text.trim()) };
    const area = [place.x, place.top, piece.width, place.height] as const;
    if (href.startsWith('#')) doc.goTo(...area, href.slice(1), options);
    else doc.link(...area, href, options);
  }

  function drawLine(line: Line, tag: Tag, left: number, baseline: number) {
    let x = left;
    for (const piece of line) {
      if (piece.href === undefined) enter(tag);
      else {
        const own: Tag = { role: 'Link', parent: tag };
        enter(own);
        link(piece, { x, top: baseline - piece.size, height: piece.size * 1.3 }, own);
      }
      draw(piece, x, baseline);
      x += piece.width;
    }
  }

  /** Not part of what is read. */
  function decorate(paint: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
    close();
    doc.markContent('Artifact', { type });
    paint();
    doc.endMarkedContent();
  }

  function drawGround({ x, width, padY, colour, bar }: Ground, top: number, bottom: number) {
    const height = bottom - top + 2 * padY;
    doc.roundedRect(x, top - padY, width, height, 6).fill(colour);
    if (bar) doc.rect(x, top - padY + 6, 2.5, height - 12).fill(bar);
  }

  function drawGrounds(placed: Page) {
    const areas = new Map<Ground, { top: number; bottom: number }>();
    for (const { atom, y } of placed) {
      if (!atom.ground) continue;
      const top = areas.get(atom.ground)?.top ?? y;
      areas.set(atom.ground, { top, bottom: y + atom.height });
    }
    if (areas.size > 0)
      decorate(() => {
        for (const [ground, { top, bottom }] of areas) drawGround(ground, top, bottom);
      });
  }

  function drawRule({ atom, y }: PlacedAtom) {
    const { rule } = atom;
    if (!rule) return;
    decorate(() => {
      const at = y + atom.height;
      doc.lineWidth(0.6).strokeColor(rule.colour);
      doc
        .moveTo(rule.x, at)
        .lineTo(rule.x + rule.width, at)
        .stroke();
    });
  }

  /** Shown again on another page: seen, but not read once more. */
  function drawRepeated({ atom, y }: PlacedAtom) {
    decorate(() => {
      for (const { line, x, baseline } of atom.lines) {
        let at = x;
        for (const piece of line) {
          draw(piece, at, y + baseline);
          at += piece.width;
        }
      }
    }, 'Pagination');
  }

  function drawAtom(placed: PlacedAtom) {
    const { atom, y } = placed;
    if (atom.heading)
      doc.addNamedDestination(atom.heading.id, 'XYZ', null, Math.max(0, y - 12), null);
    if (placed.isRepeated) drawRepeated(placed);
    else for (const { line, tag, x, baseline } of atom.lines) drawLine(line, tag, x, y + baseline);
    drawRule(placed);
  }

  return {
    enter,
    close,
    draw,
    link,
    decorate,
    drawPage(placed: Page) {
      drawGrounds(placed);
      for (const one of placed) drawAtom(one);
      close();
    },
    /** Hands the tree over; nothing can be drawn after it. */
    finish(root: Tag) {
      const element = elementOf(root);
      doc.addStructure(element);
      element.end();
    },
  };
}
