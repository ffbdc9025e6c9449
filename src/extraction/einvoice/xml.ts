import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { LIMITS } from '../limits.js';
import { DocumentRefused } from '../refusal.js';

/** An element as parsed: text, or attributes (`@name`), text (`#text`) and children, each one or several. */
export type Xml = string | XmlElement | Xml[] | undefined;
export interface XmlElement {
  [name: string]: Xml;
}

/**
 * Parses an e-invoice without namespaces, every value as text. A document type, and with it every entity, is refused:
 * no e-invoice has one, and it is the way to make a parser read files or swell.
 * @throws DocumentRefused when it is too large, too deep, not well formed or carries a document type.
 */
export function parseXml(text: string): XmlElement {
  if (Buffer.byteLength(text) > LIMITS.xmlBytes)
    throw new DocumentRefused('too_large', `it has more than ${LIMITS.xmlBytes / 1024 / 1024} MB of XML.`);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new DocumentRefused(
      'unsafe_xml',
      'it declares a document type or entities, which an e-invoice never does; ask the sender for the plain e-invoice.',
    );
  if (depthOf(text) > LIMITS.xmlDepth)
    throw new DocumentRefused('unsafe_xml', `its elements are nested more than ${LIMITS.xmlDepth} deep.`);
  const valid = XMLValidator.validate(text);
  if (valid !== true)
    throw new DocumentRefused('damaged', `it is not well-formed XML (line ${valid.err.line}: ${valid.err.msg})`);
  const parser = new XMLParser({
    removeNSPrefix: true,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    processEntities: true,
  });
  try {
    return parser.parse(text) as XmlElement;
  } catch (error) {
    throw new DocumentRefused('damaged', `its XML cannot be read: ${(error as Error).message}`);
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const match of text.matchAll(/<(\/?)[A-Za-z_][^<>]*?(\/?)>/g)) {
    if (match[1] === '/') depth--;
    else if (match[2] !== '/') deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}

/** The first element or text along a path of names. */
export function at(node: Xml, ...path: string[]): Xml {
  let here = Array.isArray(node) ? node[0] : node;
  for (const name of path) {
    if (here === undefined || typeof here === 'string' || Array.isArray(here)) return undefined;
    const next: Xml = Object.hasOwn(here, name) ? here[name] : undefined;
    here = Array.isArray(next) ? next[0] : next;
  }
  return here;
}

/** Every element of a name, in order. */
export function all(node: Xml, name: string): Xml[] {
  const here = Array.isArray(node) ? node[0] : node;
  if (here === undefined || typeof here === 'string' || Array.isArray(here)) return [];
  const found = Object.hasOwn(here, name) ? here[name] : undefined;
  return found === undefined ? [] : Array.isArray(found) ? found : [found];
}

/** Text along a path; null when it is not there or empty. */
export function text(node: Xml, ...path: string[]): string | null {
  const here = at(node, ...path);
  const value = typeof here === 'string' ? here : here === undefined || Array.isArray(here) ? undefined : here['#text'];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
