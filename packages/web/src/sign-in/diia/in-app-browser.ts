// Recognises browsers inside messengers. They close when the user leaves for Diia, and share no session with the real
// browser.
const names =
  /Telegram|Instagram|FBA[NV]|FB_IAB|Messenger|Viber|TikTok|musical_ly|LinkedInApp|Snapchat|; wv\)/;

export function isInAppBrowser(userAgent: string, globals: object = {}): boolean {
  // Telegram's user agent has no name, but its bridge object is visible
  return names.test(userAgent) || 'TelegramWebviewProxy' in globals || 'TelegramWebview' in globals;
}
