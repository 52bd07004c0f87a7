// `npm run brama -- diia setup`: creates our branch and our offer at Diia once, and prints the settings.

import { type Branch, createPartnerClient } from '../sign-in/diia/partner-api/client.ts';
import { PartnerError } from '../sign-in/diia/partner-api/partner-error.ts';
import type { Fetch } from '../sign-in/diia/partner-api/request.ts';
import type { DiiaPartner } from '../sign-in/diia/settings.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

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

function readArguments({ options: values }: Given<(typeof areas)['diia']>): Arguments {
  const { offer, branch } = values;
  const given = branchFields.filter((field) => values[field]);
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
export function runDiia(
  args: readonly string[],
  partner: () => DiiaPartner,
  fetch: Fetch,
): Promise<number> {
  return withArguments('diia', args, readArguments, async ({ branch, offer }) => {
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
