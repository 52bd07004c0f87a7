// Where a user enters a temporary access code. Administrators read the address together with the code.
import { recoveryPath } from '@brama/contract/recovery/paths';

/** Without the scheme, because a person may type it. Without the language, because the browser of the person has its own. */
export const accessCodeAddress = () => `${location.host}/${recoveryPath}/access-code`;
