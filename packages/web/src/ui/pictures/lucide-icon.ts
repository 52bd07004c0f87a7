// Draws the icons of lucide-react in a build (vite.config.ts), in place of its own component. That one has options that no
// page uses: 1.5 KB in the scripts of every page.

// biome-ignore lint/style/noDefaultExport: the icons import it by default
export { createIcon as default } from '@brama/ui/icons/create-icon.ts';
