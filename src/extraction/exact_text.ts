import { documentKind } from './document_kind.js';
import { decodeText } from './spreadsheet/decode.js';
import { pdfsOfMessage } from './spreadsheet/mail_message.js';

/**
 * All that is written on a document whose characters are stored as such: a text, a table in text, an e-invoice. Null for any
 * other, which may have been misread, and for lines that somebody gave instead of their document.
 */
export async function exactText(bytes: Buffer): Promise<string | null> {
  const { kind } = await documentKind(bytes);
  if (kind === 'text') {
    const text = decodeText(bytes);
    // The document may be a file that a mail carries.
    return pdfsOfMessage(text).length > 0 ? null : text;
  }
  return kind === 'xml' ? withoutTags(decodeText(bytes)) : null;
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

function withoutTags(xml: string): string {
  return xml
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? ' ')
    .replaceAll('&amp;', '&');
}
