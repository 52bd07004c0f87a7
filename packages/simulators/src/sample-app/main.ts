// Starts the sample application, a server that uses Brama for sign-in. Its settings: SAMPLE_PORT, BRAMA_URL,
// SAMPLE_SECRETS (JSON: application name → secret).

import { serve } from '../serve.ts';
import { createSampleApp } from './sample-app.ts';

const port = Number(process.env['SAMPLE_PORT'] ?? 3001);
const bramaUrl = process.env['BRAMA_URL'] ?? 'http://localhost:3000';
const secrets: Record<string, string> = JSON.parse(process.env['SAMPLE_SECRETS'] ?? '{}');

const ownUrl = `http://127.0.0.1:${port}`;

const handle = createSampleApp({ bramaUrl, ownUrl, secrets });
serve({ handle, setting: 'SAMPLE_PORT', port });
