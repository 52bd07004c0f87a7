// Messengers open links in browsers of their own, which close when one leaves for Diia and share no session
// with the real one.
const names =
  /Telegram|Instagram|FBA[NV]|FB_IAB|Messenger|Viber|TikTok|musical_ly|LinkedInApp|Snapchat|; wv\)/;

export function isInAppBrowser(userAgent: string, globals: object = {}): boolean {
  // Telegram does not name itself, but leaves a bridge
  return names.test(userAgent) || 'TelegramWebviewProxy' in globals || 'TelegramWebview' in globals;
}
