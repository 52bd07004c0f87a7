// Draws placed strips with pdfkit and adds their text to the structure tree. Decoration and repeated content are marked
// as artifacts, which screen readers skip.
import type PDFDocument from 'pdfkit';
import type { Ground, Page, PlacedAtom, Tag } from './atoms.ts';
import type { Line, Piece } from './lines.ts';

type Document = typeof PDFDocument.prototype;
type Element = ReturnType<Document['struct']>;

/** Turns ligatures off, so that `=>` remains two characters on screen and when copied. */
const codeFeatures = { calt: false, liga: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[];
export const featuresOf = (font: string) => (font === 'mono' ? { features: codeFeatures } : {});

export class Painter {
  readonly #doc: Document;
  readonly #language: string;
  readonly #elements = new Map<Tag, Element>();
  #open: Tag | undefined;

  constructor(doc: Document, language: string) {
    this.#doc = doc;
    this.#language = language;
  }

  #elementOf(tag: Tag): Element {
    const known = this.#elements.get(tag);
    if (known) return known;
    const made = this.#doc.struct(tag.role, {
      ...(tag.isBlock && { placement: 'Block' }),
      ...(tag.scope && { scope: tag.scope }),
      ...(tag.parent ? {} : { lang: this.#language }),
    } as PDFKit.Mixins.StructureElementOptions);
    if (tag.parent) this.#elementOf(tag.parent).add(made);
    this.#elements.set(tag, made);
    return made;
  }

  close() {
    if (this.#open) this.#doc.endMarkedContent();
    this.#open = undefined;
  }

  /** Assigns everything drawn after this call to the structure element of `tag`. */
  enter(tag: Tag) {
    if (this.#open === tag) return;
    this.close();
    this.#elementOf(tag).add(this.#doc.markStructureContent(tag.role));
    this.#open = tag;
  }

  draw(piece: Piece, x: number, baseline: number) {
    this.#doc.font(piece.font).fontSize(piece.size).fillColor(piece.colour);
    this.#doc.text(piece.text, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...featuresOf(piece.font),
    });
  }

  /** Adds a clickable area for one piece of a link. A link over two lines gets two areas. */
  link(piece: Piece, place: { x: number; top: number; height: number }, tag: Tag) {
    const { href = '' } = piece;
    const options = { structParent: this.#elementOf(tag), Contents: new String(piece.text.trim()) };
    const area = [place.x, place.top, piece.width, place.height] as const;
    if (href.startsWith('#')) this.#doc.goTo(...area, href.slice(1), options);
    else this.#doc.link(...area, href, options);
  }

  #drawLine(line: Line, tag: Tag, left: number, baseline: number) {
    let x = left;
    for (const piece of line) {
      if (piece.href === undefined) this.enter(tag);
      else {
        const own: Tag = { role: 'Link', parent: tag };
        this.enter(own);
        this.link(piece, { x, top: baseline - piece.size, height: piece.size * 1.3 }, own);
      }
      this.draw(piece, x, baseline);
      x += piece.width;
    }
  }

  /** Draws decoration as an artifact, which screen readers skip. */
  decorate(paint: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
    this.close();
    this.#doc.markContent('Artifact', { type });
    paint();
    this.#doc.endMarkedContent();
  }

  #drawGround({ x, width, padY, colour, bar }: Ground, top: number, bottom: number) {
    const height = bottom - top + 2 * padY;
    this.#doc.roundedRect(x, top - padY, width, height, 6).fill(colour);
    if (bar) this.#doc.rect(x, top - padY + 6, 2.5, height - 12).fill(bar);
  }

  #drawGrounds(placed: Page) {
    const areas = new Map<Ground, { top: number; bottom: number }>();
    for (const { atom, y } of placed) {
      if (!atom.ground) continue;
      const top = areas.get(atom.ground)?.top ?? y;
      areas.set(atom.ground, { top, bottom: y + atom.height });
    }
    if (areas.size > 0)
      this.decorate(() => {
        for (const [ground, { top, bottom }] of areas) this.#drawGround(ground, top, bottom);
      });
  }

  #drawRule({ atom, y }: PlacedAtom) {
    const { rule } = atom;
    if (!rule) return;
    this.decorate(() => {
      const at = y + atom.height;
      this.#doc.lineWidth(0.6).strokeColor(rule.colour);
      this.#doc
        .moveTo(rule.x, at)
        .lineTo(rule.x + rule.width, at)
        .stroke();
    });
  }

  /** Draws a repeated table header as an artifact, because screen readers have read it before. */
  #drawRepeated({ atom, y }: PlacedAtom) {
    this.decorate(() => {
      for (const { line, x, baseline } of atom.lines) {
        let at = x;
        for (const piece of line) {
          this.draw(piece, at, y + baseline);
          at += piece.width;
        }
      }
    }, 'Pagination');
  }

  #drawAtom(placed: PlacedAtom) {
    const { atom, y } = placed;
    if (atom.heading)
      this.#doc.addNamedDestination(atom.heading.id, 'XYZ', null, Math.max(0, y - 12), null);
    if (placed.isRepeated) this.#drawRepeated(placed);
    else
      for (const { line, tag, x, baseline } of atom.lines)
        this.#drawLine(line, tag, x, y + baseline);
    this.#drawRule(placed);
  }

  drawPage(placed: Page) {
    this.#drawGrounds(placed);
    for (const one of placed) this.#drawAtom(one);
    this.close();
  }

  /** Adds the structure tree to the document. Nothing can be drawn after this call. */
  finish(root: Tag) {
    const element = this.#elementOf(root);
    this.#doc.addStructure(element);
    element.end();
  }
}
