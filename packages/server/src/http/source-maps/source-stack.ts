// Names source files in stack traces of the built server. Node can do the same for the whole process
// (`--enable-source-maps`), but then it reads every source map at start.

import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Reading a source map takes tens of milliseconds, so known positions are kept. The bundle limits their number. */
const known = new Map<string, string>();
const mostKnown = 1000;

function readMap(place: string): SourceMap | undefined {
  try {
    const file = place.startsWith('file:') ? fileURLToPath(place) : place;
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    // a library in node_modules, or not the URL of a file
    return undefined;
  }
}

/** `position`: path or URL of a file, line, column. */
function sourceOf(position: string): string {
  const [column = '', line = '', ...path] = position.split(':').reverse();
  const place = path.reverse().join(':');
  if (!place.endsWith('.cjs')) return position;
  const origin = readMap(place)?.findOrigin(Number(line), Number(column));
  if (!origin || !('fileName' in origin)) return position;
  const file = place.startsWith('file:') ? fileURLToPath(place) : place;
  return `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
}

function keptSourceOf(position: string): string {
  const found = known.get(position);
  if (found !== undefined) return found;
  const source = sourceOf(position);
  if (known.size < mostKnown) known.set(position, source);
  return source;
}

/** Returns a line like `    at name (position)` or `    at position` with the position in the source file. */
function sourceLine(line: string): string {
  if (!line.trimStart().startsWith('at ')) return line;
  const end = line.endsWith(')') ? ')' : '';
  const start = line.lastIndexOf(end ? '(' : ' ') + 1;
  return line.slice(0, start) + keptSourceOf(line.slice(start, line.length - end.length)) + end;
}

/** Returns the stack trace with positions in source files. Positions without a source map stay as they are. */
export function sourceStack(stack: string): string {
  return stack.split('\n').map(sourceLine).join('\n');
}
