import { createIcon } from './create-icon.ts';

export const Info = createIcon({
  name: 'info',
  node: [
    ['circle', { cx: '12', cy: '12', r: '10' }],
    ['path', { d: 'M12 11.5v5M12 7.5h.01' }],
  ],
});
