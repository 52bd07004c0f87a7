// Fields of the requests and responses about second factors, which must not change; a part of `lists.ts`.

import { passkeyFields } from './passkey-fields.ts';

/** Request or response → its fields; `?` marks one that may be missing. */
export const secondFactorFields = {
  'POST /api/second-factor/passkey/options 200': [
    ...passkeyFields['POST /api/passkey/options 200'],
    '.options.allowCredentials: object[]',
    '.options.allowCredentials[].type: public-key',
    '.options.allowCredentials[].id: string',
    '.options.allowCredentials[].transports: string[]',
  ],
  'POST /api/second-factor/passkey body': passkeyFields['POST /api/passkey/sign-in body'],
  'POST /api/second-factor/passkey 200': [],
};
