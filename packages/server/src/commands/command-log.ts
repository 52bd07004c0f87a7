// Where commands log: JSON lines on standard error, as collectors read them, or plain lines at a terminal.

import { type DestinationStream, pino } from 'pino';

type Fields = Record<string, unknown>;

/** Escapes control characters, which a terminal would obey. */
const textOf = (value: unknown) => JSON.stringify(value).replace(/^"(.*)"$/s, '$1');

/** Returns an error as its message alone. */
const shown = (value: unknown) =>
  typeof value === 'object' && value !== null && 'message' in value ? value.message : value;

/** Returns a line of the log for a person, empty for an event: the command prints its result, and the database stores the event. */
function terminalLine(json: string): string {
  const { level, time: _time, pid: _pid, msg, event, ...fields }: Fields = JSON.parse(json);
  if (event !== undefined) return '';
  const details = Object.entries(fields).map(([name, value]) => `${name}: ${textOf(shown(value))}`);
  return `${level}: ${msg}${details.length > 0 ? ` (${details.join(', ')})` : ''}\n`;
}

type Terminal = { isTTY?: boolean; write(text: string): unknown };

/** Standard output holds the result only. */
export function logDestination(stderr: Terminal = process.stderr): DestinationStream {
  if (!stderr.isTTY) return pino.destination(2);
  return { write: (json) => void stderr.write(terminalLine(json)) };
}
