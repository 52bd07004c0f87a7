// Measures a login through CAS beside one through OpenID Connect, on the same server.

import { median } from '../figures.ts';
import type { Plan } from '../plan.ts';
import { takeTurns } from '../rounds.ts';
import type { Outcome, Scenario, Verdict } from '../scenario.ts';
import {
  connectionCounts,
  measureAt,
  rowsOf,
  serverCpuMs,
  warmUp,
  withConnections,
} from './compared.ts';
import { openOurs, type SsoTarget, withServers } from './targets.ts';

/** The processor time of a CAS login is at most this many times that of an OpenID Connect login. */
const mostTimes = 1;

const compared = { hop: 'OpenID Connect hop', cas: 'CAS hop' } as const;
type Name = keyof typeof compared;
const names = Object.keys(compared) as Name[];

async function compare(target: SsoTarget, connections: number, plan: Plan) {
  const rounds = await takeTurns(plan.compared.count, names, (name) =>
    measureAt(target, name, connections, plan.compared.window),
  );
  const figuresOf = (name: Name) => (rounds.get(name) ?? []).map(serverCpuMs);
  const [hop, cas] = [figuresOf('hop'), figuresOf('cas')];
  const ratio = median(cas.map((figure, round) => figure / (hop[round] ?? Number.NaN)));
  const verdict: Verdict = {
    aim: 'CAS hop beside an OpenID Connect hop, processor time',
    where: `${target.name}, ${connections}`,
    figure: `${ratio.toFixed(2)} × (${median(cas).toFixed(2)} ms, ${median(hop).toFixed(2)} ms)`,
    wanted: `≤ ${mostTimes} ×`,
    met: ratio <= mostTimes,
  };
  const rows = names.flatMap((name) =>
    rowsOf(
      withConnections(compared[name], connections),
      new Map([[target, rounds.get(name) ?? []]]),
    ),
  );
  return { rows, verdict, rounds: [...rounds] };
}

export const cas: Scenario = {
  name: 'cas',
  about: 'a login through CAS beside one through OpenID Connect',
  ownServers: true,
  onlyWhenNamed: true,
  async run(plan): Promise<Outcome> {
    const outcomes: Awaited<ReturnType<typeof compare>>[] = [];
    for (const database of plan.databases) {
      const provider = await openOurs(database);
      try {
        await withServers([provider], async ([target]) => {
          if (!target) return;
          for (const name of names) await warmUp(name, [target], plan);
          for (const connections of connectionCounts)
            outcomes.push(await compare(target, connections, plan));
        });
      } finally {
        await provider.close();
      }
    }
    return {
      rows: outcomes.flatMap(({ rows }) => rows),
      verdicts: outcomes.map(({ verdict }) => verdict),
      rounds: outcomes.map(({ rounds }) => rounds),
    };
  },
};
