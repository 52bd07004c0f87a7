// The URLs of applications in manifests.

import { validateUrl } from '@brama/contract/applications/validate-url';
import { textThat } from './manifest/issues.ts';

/** https, or http on this computer; no fragment, no credentials. */
export const applicationUrl = textThat((text) => validateUrl(text));

/** Also allows http for container host names. For instances that are not in production. */
export const developmentUrl = textThat((text) => validateUrl(text, true));
