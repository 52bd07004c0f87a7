// Loads the QR library while the first code is requested.
export const loadCodePlate = () => import('./code-plate.tsx');
