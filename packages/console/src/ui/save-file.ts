// Hands a file that the page has received to the downloads of the browser.

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // once the download has begun
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
