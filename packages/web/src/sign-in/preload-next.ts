// Fetches the scripts of the next page when the user starts to type.
export function preloadNext(scripts: readonly string[]): void {
  const preload = () => {
    for (const href of scripts) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      // the page requests it the same way; otherwise the response would not be reused
      link.crossOrigin = '';
      link.href = href;
      document.head.append(link);
    }
  };
  addEventListener('input', preload, { once: true });
}
