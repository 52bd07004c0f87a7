// Starts the simulator of Diia. Its settings: DIIA_PORT, DIIA_FOLDER (stores the authority), BRAMA_URL,
// DIIA_ACQUIRER_TOKEN, DIIA_AUTH_TOKEN, DIIA_BRANCH_ID, DIIA_OFFER_ID, DIIA_SLOW_SECONDS, DIIA_LATE_SECONDS.

import { serve } from '../serve.ts';
import { keptAuthority } from './authority.ts';
import { createDiiaSimulator } from './simulator.ts';

const port = Number(process.env['DIIA_PORT'] ?? 3002);
// not Brama's host name localhost, because browsers share cookies between all ports of a host
const origin = `http://127.0.0.1:${port}`;

const simulator = createDiiaSimulator({
  origin,
  callbackUrl: `${process.env['BRAMA_URL'] ?? 'http://localhost:3000'}/api/diia/callback`,
  authority: keptAuthority(process.env['DIIA_FOLDER'] ?? 'data/diia'),
  acquirerToken: process.env['DIIA_ACQUIRER_TOKEN'] ?? 'acquirer',
  authToken: process.env['DIIA_AUTH_TOKEN'] ?? 'YWNxdWlyZXI=',
  branchId: process.env['DIIA_BRANCH_ID'] ?? 'demo-branch',
  offerId: process.env['DIIA_OFFER_ID'] ?? 'demo-offer',
  slowSeconds: Number(process.env['DIIA_SLOW_SECONDS'] ?? 10),
  // slightly longer than Brama waits for a signature
  lateSeconds: Number(process.env['DIIA_LATE_SECONDS'] ?? 310),
});

serve({ ...simulator, setting: 'DIIA_PORT', port });
