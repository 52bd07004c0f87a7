// Starts the simulator of the register ЄДЕБО. Its settings: EDEBO_PORT (0 for a free one), EDEBO_PEOPLE, EDEBO_CAST (1 adds the
// people of the simulator of Diia), EDEBO_USER, EDEBO_PASSWORD, EDEBO_APP_KEY, EDEBO_UNIVERSITY_ID, EDEBO_SLOW_SECONDS.

import { serve } from '../serve.ts';
import { castOfDiia, inventPeople } from './people.ts';
import { basePath, createEdeboSimulator } from './simulator.ts';

const port = Number(process.env['EDEBO_PORT'] ?? 3004);
const people = inventPeople(Number(process.env['EDEBO_PEOPLE'] ?? 60));

const simulator = createEdeboSimulator({
  user: process.env['EDEBO_USER'] ?? 'demo@campus.example',
  password: process.env['EDEBO_PASSWORD'] ?? 'demo',
  appKey: process.env['EDEBO_APP_KEY'] ?? 'demo-key',
  universityId: Number(process.env['EDEBO_UNIVERSITY_ID'] ?? 174),
  people: process.env['EDEBO_CAST'] === '1' ? [...people, ...castOfDiia()] : people,
  slowMs: Number(process.env['EDEBO_SLOW_SECONDS'] ?? 5) * 1000,
});

serve({ ...simulator, setting: 'EDEBO_PORT', port, path: basePath });
