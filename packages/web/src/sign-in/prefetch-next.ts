// Fetches the scripts of the next page when the user starts to type. They are not compiled here, where typing would wait.
export function prefetchNext(scripts: readonly string[]): void {
  const prefetch = () => {
    for (const href of scripts) {
      const link = document.createElement('link');
      link.rel = 'prefetch';
      link.as = 'script';
      // the page requests it the same way; otherwise the response would not be reused
      link.crossOrigin = '';
      link.href = href;
      document.head.append(link);
    }
  };
  addEventListener('input', prefetch, { once: true });
}
