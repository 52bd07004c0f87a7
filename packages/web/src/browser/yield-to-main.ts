/** Lets the browser lay out, paint and listen before more work is begun. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
