import { createIcon } from './create-icon.ts';

export const X = createIcon({ name: 'x', node: [['path', { d: 'M6 6l12 12M18 6 6 18' }]] });
