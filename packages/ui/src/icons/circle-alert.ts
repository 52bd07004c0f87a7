import { createIcon } from './create-icon.ts';

export const CircleAlert = createIcon({
  name: 'circle-alert',
  node: [
    ['circle', { cx: '12', cy: '12', r: '10' }],
    ['path', { d: 'M12 7.5v5M12 16.5h.01' }],
  ],
});
