// Fetches the files of the next page when the user starts to type.
export function preloadNext(files: readonly string[]): void {
  const preload = () => {
    for (const href of files) {
      const link = document.createElement('link');
      // styles only go to the cache, because browsers warn about preloaded styles that a page does not use
      link.rel = href.endsWith('.css') ? 'prefetch' : 'modulepreload';
      // the page requests it the same way; otherwise the response would not be reused
      link.crossOrigin = '';
      link.href = href;
      document.head.append(link);
    }
  };
  addEventListener('input', preload, { once: true });
}
