import { createIcon } from './create-icon.ts';

export const CircleMinus = createIcon({
  name: 'circle-minus',
  node: [
    ['circle', { cx: '12', cy: '12', r: '10' }],
    ['path', { d: 'M8 12h8' }],
  ],
});
