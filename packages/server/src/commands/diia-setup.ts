// `npm run brama -- diia setup`: makes our branch and our offer at Diia, once, and prints the settings.

import { parseArgs } from 'node:util';
import { type Branch, createPartnerClient } from '../sign-in/diia/partner-api/client.ts';
import { PartnerError } from '../sign-in/diia/partner-api/partner-error.ts';
import type { Fetch } from '../sign-in/diia/partner-api/request.ts';
import type { DiiaPartner } from '../sign-in/diia/settings.ts';

const usage = `usage: npm run brama -- diia setup --offer NAME (--branch ID | the address of a new branch)

  --offer NAME    what people read in Diia when they are asked to sign in
  --branch ID     a branch we have already; without it a new one is made, of
  --name NAME --email ADDRESS --region TEXT --district TEXT --location TEXT --street TEXT --house TEXT

DIIA_HOST, DIIA_ACQUIRER_TOKEN and DIIA_AUTH_TOKEN must be set. Prints the settings that follow.`;

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

/** Nothing when the command line is not understood. */
function readArguments(args: readonly string[]): Arguments | undefined {
  const names = ['offer', 'branch', ...branchFields];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  let values: Record<string, string | undefined>;
  try {
    values = parseArgs({ args: [...args], options }).values as typeof values;
  } catch {
    return undefined;
  }
  const { offer, branch } = values;
  const given = branchFields.filter((field) => values[field]);
  if (!offer) return undefined;
  // one that exists is not described anew
  if (branch !== undefined)
    return /^[\w-]{1,128}$/.test(branch) && given.length === 0 ? { offer, branch } : undefined;
  if (given.length < branchFields.length) return undefined;
  return { offer, branch: Object.fromEntries(given.map((f) => [f, values[f]])) as Branch };
}

const hints: Partial<Record<PartnerError['fault'], string>> = {
  unauthorized: 'DIIA_ACQUIRER_TOKEN or DIIA_AUTH_TOKEN is not one of this DIIA_HOST.',
  'access-denied': 'Diia has not granted us the scope diiaId/auth yet: ask its partner support.',
  'not-found': 'There is no such branch.',
};

/** Prints what came of it; the exit code. `partner` is read only once the command line is sound. */
export async function runDiiaSetup(
  args: readonly string[],
  partner: () => DiiaPartner,
  fetch: Fetch,
): Promise<number> {
  const wanted = readArguments(args);
  if (!wanted) {
    console.error(usage);
    return 2;
  }
  const client = createPartnerClient({ partner: partner(), fetch, now: Date.now });
  try {
    const { branch, offer } = wanted;
    const branchId = typeof branch === 'string' ? branch : await client.createBranch(branch);
    // told at once: should the offer fail, the next try takes this branch
    console.log(`DIIA_BRANCH_ID=${branchId}`);
    console.log(`DIIA_OFFER_ID=${await client.createOffer(branchId, offer)}`);
    return 0;
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    console.error([error.message, hints[error.fault] ?? []].flat().join('\n'));
    return 1;
  }
}
