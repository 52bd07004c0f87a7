// How often strangers may try. There is no switch: whoever tests under load raises the numbers.

import { formerly, setting, type Values, wholeNumber } from '../config/settings.ts';

const most = 1_000_000;

export const rateLimitTable = {
  rateLimitFreeTries: formerly(
    'THROTTLE_FREE_TRIES',
    setting(
      'RATE_LIMIT_FREE_TRIES',
      '8',
      'Wrong passwords in a row for one name, from one network or one known device, before each further try has to wait: 15 seconds, then twice as long each time, up to 15 minutes.',
      wholeNumber(3, most, 8),
    ),
  ),
  rateLimitUserPerHour: formerly(
    'THROTTLE_USER_PER_HOUR',
    setting(
      'RATE_LIMIT_USER_PER_HOUR',
      '100',
      'Tries for one name within an hour from all devices together that its user has never signed in from. Known devices are counted by themselves.',
      wholeNumber(4, most, 100),
    ),
  ),
  rateLimitAddressPerMinute: formerly(
    'THROTTLE_ADDRESS_PER_MINUTE',
    setting(
      'RATE_LIMIT_ADDRESS_PER_MINUTE',
      '60',
      'Wrong passwords from one network within a minute; beyond it each name has three tries from there before it waits. First tries always pass, for a campus may stand behind one address.',
      wholeNumber(4, most, 60),
    ),
  ),
  rateLimitStartsPerMinute: formerly(
    'THROTTLE_STARTS_PER_MINUTE',
    setting(
      'RATE_LIMIT_STARTS_PER_MINUTE',
      '6000',
      'Begun from one network within a minute: so many sign-ins with Diia, as many with Google, as many forgotten passwords, as many requests of applications; of long and pushed requests a tenth. What comes beyond waits up to ten seconds for its turn, then it is refused.',
      wholeNumber(4, most, 6000),
    ),
  ),
  rateLimitSecretsPerMinute: formerly(
    'THROTTLE_SECRETS_PER_MINUTE',
    setting(
      'RATE_LIMIT_SECRETS_PER_MINUTE',
      '60',
      'Wrong secrets of applications, wrong tickets and codes from one network within a minute.',
      wholeNumber(4, most, 60),
    ),
  ),
};

export type RateLimitSettings = Values<typeof rateLimitTable>;
