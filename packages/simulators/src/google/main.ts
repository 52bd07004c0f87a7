// Starts the simulator of Google. Its settings: GOOGLE_PORT, BRAMA_URL, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET,
// GOOGLE_SLOW_SECONDS.

import { serve } from '../serve.ts';
import { createGoogleSimulator } from './simulator.ts';

const port = Number(process.env['GOOGLE_PORT'] ?? 3003);
// not Brama's host name localhost, because browsers share cookies between all ports of a host
const issuer = `http://127.0.0.1:${port}`;

const simulator = createGoogleSimulator({
  issuer,
  bramaUrl: process.env['BRAMA_URL'] ?? 'http://localhost:3000',
  clientId: process.env['GOOGLE_CLIENT_ID'] ?? 'demo',
  clientSecret: process.env['GOOGLE_CLIENT_SECRET'] ?? 'demo-secret',
  slowSeconds: Number(process.env['GOOGLE_SLOW_SECONDS'] ?? 3),
});

serve({ ...simulator, setting: 'GOOGLE_PORT', port });
