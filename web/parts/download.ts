/** Hands a file to the browser, to be saved under a name. */
export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[/\\]/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
