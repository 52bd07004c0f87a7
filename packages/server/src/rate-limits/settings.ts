// Settings of the rate limits. No setting disables them; a load test sets higher numbers.

import { setting, type Values, wholeNumber } from '../config/settings.ts';

const most = 1_000_000;

export const rateLimitTable = {
  rateLimitFreeTries: setting(
    'RATE_LIMIT_FREE_TRIES',
    '8',
    'Wrong passwords in a row for one name, from one network or one trusted device, before each further attempt must wait: 15 seconds, then twice as long each time, up to 15 minutes.',
    wholeNumber(3, most, 8),
    { formerName: 'THROTTLE_FREE_TRIES' },
  ),
  rateLimitUserPerHour: setting(
    'RATE_LIMIT_USER_PER_HOUR',
    '100',
    'Attempts for one name within an hour, from all devices together on which its user has never signed in. Trusted devices are counted separately.',
    wholeNumber(4, most, 100),
    { formerName: 'THROTTLE_USER_PER_HOUR' },
  ),
  rateLimitAddressPerMinute: setting(
    'RATE_LIMIT_ADDRESS_PER_MINUTE',
    '60',
    'Wrong passwords from one network within a minute. After that, each name may be tried three times from this network before it must wait. First attempts always pass, because a campus may share one address.',
    wholeNumber(4, most, 60),
    { formerName: 'THROTTLE_ADDRESS_PER_MINUTE' },
  ),
  rateLimitStartsPerMinute: setting(
    'RATE_LIMIT_STARTS_PER_MINUTE',
    '6000',
    'Starts from one network within a minute, counted separately for sign-ins with Diia, with Google and with passkeys, forgotten passwords and requests of applications. For long and pushed requests the limit is a tenth. Further starts wait up to ten seconds; then the server refuses them.',
    wholeNumber(4, most, 6000),
    { formerName: 'THROTTLE_STARTS_PER_MINUTE' },
  ),
  rateLimitSecretsPerMinute: setting(
    'RATE_LIMIT_SECRETS_PER_MINUTE',
    '60',
    'Wrong secrets of applications, wrong tickets and wrong codes from one network within a minute.',
    wholeNumber(4, most, 60),
    { formerName: 'THROTTLE_SECRETS_PER_MINUTE' },
  ),
};

export type RateLimitSettings = Values<typeof rateLimitTable>;
