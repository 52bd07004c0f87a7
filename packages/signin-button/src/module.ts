// `/kpi-id-signin.mjs`: the button for `<script type="module">` and `import`.

import { start } from './button/start.ts';

start(new URL(import.meta.url).origin);
