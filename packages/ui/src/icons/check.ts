import { createIcon } from './create-icon.ts';

export const Check = createIcon({ name: 'check', node: [['path', { d: 'm4.5 12.5 5 5 10-11' }]] });
