// Wires the sign-in method "diia".

import { createSecretKey } from 'node:crypto';
import { hashTaxId } from '../../users/tax-id.ts';
import type { ComposedMethod, SignInContext } from '../method.ts';
import { createDiiaMethod } from './method.ts';
import { DiiaRequests } from './request-store.ts';

export function composeDiia(context: SignInContext): ComposedMethod {
  const { config, db, keys, encryption, users, fetch, now } = context;
  const requests = new DiiaRequests(db, { now, encryption });
  const cleanupTasks = [(most: number) => requests.deleteExpired(most)];
  if (!config.methods.diia) return { method: undefined, cleanupTasks };
  const taxIdKey = createSecretKey(keys.taxId);
  const method = createDiiaMethod({
    settings: config.methods.diia,
    authorities: context.diiaAuthorities,
    requests,
    hashTaxId: (taxId) => hashTaxId(taxId, taxIdKey),
    userByTaxIdHash: users.byTaxIdHash,
    countStart: (request) => context.limits.requestLimits.countStart(request, 'diia'),
    fetch,
    baseUrl: config.baseUrl,
    secure: config.secure,
    now,
  });
  return { method, cleanupTasks };
}
