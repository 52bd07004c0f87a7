// Fetches the files of the next page as soon as somebody starts to type: they are signing in.
export function preloadNext(files: readonly string[]): void {
  const preload = () => {
    for (const href of files) {
      const link = document.createElement('link');
      // styles only into the cache: those preloaded and not used here are complained about
      link.rel = href.endsWith('.css') ? 'prefetch' : 'modulepreload';
      // as the page itself will ask, or the answer would not be used
      link.crossOrigin = '';
      link.href = href;
      document.head.append(link);
    }
  };
  addEventListener('input', preload, { once: true });
}
