/** Lets the browser lay out, paint and handle input before further work. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
