// Where a user enters a temporary access code. Administrators read the address together with the code.
import { recoveryPath } from '@brama/contract/recovery/paths';
import { language } from '../page-data.ts';

/** Without the scheme, because a person may type it. */
export const accessCodeAddress = (inLanguage = language) =>
  `${location.host}/${inLanguage}/${recoveryPath}/access-code`;
