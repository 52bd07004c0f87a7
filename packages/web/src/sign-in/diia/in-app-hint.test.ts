import { expect, test } from 'vitest';
import { isInAppBrowser } from './in-app-hint.tsx';

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';

test.each([
  [`${android} Chrome/142.0.0.0 Mobile Safari/537.36`, {}, false],
  [`${android} Chrome/142.0.0.0 Mobile Safari/537.36; wv)`, {}, true],
  [`${android} Chrome/142.0.0.0 Mobile Safari/537.36 Telegram-Android/12.1`, {}, true],
  [`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, {}, false],
  [`${iphone} Mobile/15E148 Instagram 400.0.0`, {}, true],
  [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`, {}, true],
  [`${iphone} Mobile/15E148`, { TelegramWebviewProxy: {} }, true],
])('%s %o → %s', (userAgent, globals, inside) =>
  expect(isInAppBrowser(userAgent, globals)).toBe(inside),
);
