// The version of this release.

import description from '../package.json' with { type: 'json' };

export const { version } = description;
