const MOST = 254;
const SHAPE = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u;

/** An e-mail address as it is stored and compared: trimmed, in lower case. Null when it cannot be one. */
export function emailAddress(text: string): string | null {
  const address = text.trim().normalize('NFC').toLowerCase();
  return address.length <= MOST && SHAPE.test(address) ? address : null;
}
