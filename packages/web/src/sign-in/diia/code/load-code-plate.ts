// The heavy part of the screen, fetched while the first code is on its way.
export const loadCodePlate = () => import('./code-plate.tsx');
