// `npm run brama -- diia setup`: creates our branch and our offer at Diia once, and prints the settings.

import { parseArgs } from 'node:util';
import { type Branch, createPartnerClient } from '../sign-in/diia/partner-api/client.ts';
import { PartnerError } from '../sign-in/diia/partner-api/partner-error.ts';
import type { Fetch } from '../sign-in/diia/partner-api/request.ts';
import type { DiiaPartner } from '../sign-in/diia/settings.ts';
import { UsageError, withArguments } from './run-command.ts';

const usage = `usage: npm run brama -- diia setup --offer NAME (--branch ID | the address of a new branch)

  --offer NAME    what users read in Diia when they confirm a sign-in
  --branch ID     an existing branch; without it a new one is created from
  --name NAME --email ADDRESS --region TEXT --district TEXT --location TEXT --street TEXT --house TEXT

DIIA_HOST, DIIA_ACQUIRER_TOKEN and DIIA_AUTH_TOKEN must be set. Prints the settings for the server.`;

const branchFields = [
  'name',
  'email',
  'region',
  'district',
  'location',
  'street',
  'house',
] as const satisfies (keyof Branch)[];

type Arguments = { offer: string; branch: string | Branch };

function readArguments(args: readonly string[]): Arguments {
  const names = ['offer', 'branch', ...branchFields];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const values: Record<string, string | undefined> = parseArgs({ args: [...args], options }).values;
  const { offer, branch } = values;
  const given = branchFields.filter((field) => values[field]);
  if (!offer) throw new UsageError('--offer is missing');
  if (branch !== undefined) {
    if (!/^[\w-]{1,128}$/.test(branch)) throw new UsageError(`--branch: is not an id: ${branch}`);
    // an existing branch keeps its own address
    if (given.length > 0) throw new UsageError(`--${given[0]}: an existing --branch has its own`);
    return { offer, branch };
  }
  const missing = branchFields.find((field) => !values[field]);
  if (missing) throw new UsageError(`--${missing} is missing`);
  return { offer, branch: Object.fromEntries(given.map((f) => [f, values[f]])) as Branch };
}

const hints: Partial<Record<PartnerError['code'], string>> = {
  unauthorized: 'DIIA_ACQUIRER_TOKEN or DIIA_AUTH_TOKEN does not belong to this DIIA_HOST.',
  'access-denied': 'Diia has not granted us the scope diiaId/auth yet: ask its partner support.',
  'not-found': 'There is no such branch.',
};

/** Runs the command. Calls `partner` only if the command line is valid. */
export function runDiiaSetup(
  args: readonly string[],
  partner: () => DiiaPartner,
  fetch: Fetch,
): Promise<number> {
  return withArguments(usage, args, readArguments, async ({ branch, offer }) => {
    const client = createPartnerClient({ partner: partner(), fetch, now: Date.now });
    try {
      const branchId = typeof branch === 'string' ? branch : await client.createBranch(branch);
      // printed before the offer: if that fails, the next run can use this branch
      console.log(`DIIA_BRANCH_ID=${branchId}`);
      console.log(`DIIA_OFFER_ID=${await client.createOffer(branchId, offer)}`);
      return 0;
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error;
      console.error([error.message, hints[error.code] ?? []].flat().join('\n'));
      return 1;
    }
  });
}
