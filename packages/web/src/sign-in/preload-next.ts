// Fetches the scripts of the next page as soon as somebody starts to type: they are signing in.
export function preloadNext(scripts: readonly string[]): void {
  const preload = () => {
    for (const href of scripts) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
  };
  addEventListener('input', preload, { once: true });
}
