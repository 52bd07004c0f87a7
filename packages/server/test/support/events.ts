// Reads the security events in a log, and checks each against the table of events and facts.

import { expect } from 'vitest';
import { securityEvents } from '../../src/audit/security-events.ts';

export type SeenEvent = { event: string } & Record<string, unknown>;

const around = ['level', 'time', 'pid', 'requestId', 'msg', 'event', 'code', 'fields'];
const ids = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns all events, in the order of the log. */
export function eventsIn(lines: readonly string[]): SeenEvent[] {
  const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== undefined);
  for (const line of events) {
    const row = securityEvents[line.event];
    if (!row) throw new Error(`${line.event} is not in the table`);
    const { required, optional } = row;
    const facts = Object.keys(line).filter((key) => !around.includes(key));
    expect([...required, ...optional], line.event).toEqual(expect.arrayContaining(facts));
    expect(facts, line.event).toEqual(expect.arrayContaining([...required]));
    for (const name of ['user', 'session', 'application'])
      if (line[name] !== undefined) expect(line[name], `${name} of ${line.event}`).toMatch(ids);
  }
  return events;
}

/** Returns an event without the fields that differ each time. */
export const plain = ({ time: _t, pid: _p, requestId: _r, msg: _m, ...facts }: SeenEvent) => facts;
