// Writes an author's choices into the one-file page.
// The page is alone or in a SCORM 1.2 package. Only texts and bytes; the caller reads and saves
// them.

import { strToU8, zipSync } from 'fflate';

/** Settings inside the page, see ../frame/settings.ts. */
const NAMES = [
  'model',
  'lesson',
  'locked',
  'lang',
  'theme',
  'compact',
  'text',
  'address',
  'pass',
  'class-key',
  'own',
] as const;

export type Settings = Partial<Record<(typeof NAMES)[number], string>>;

/** Characters that XML 1.0 cannot contain, even escaped. */
const NOT_XML = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** The most arguments of a call. */
const CHUNK = 2 ** 13;
/** The same files give the same package, bit for bit. */
const DATE = new Date('2000-01-01T00:00:00');

/**
 * @param page headwise.html
 * @param english the file of the English model, if it is included
 */
export function pageWith(page: string, settings: Settings, english: Uint8Array | null = null) {
  const attributes = NAMES.filter((name) => settings[name]).map(
    (name) => ` data-${name}="${escapeXml(settings[name] ?? '')}"`,
  );
  const asked = page.replace('<main id="lab">', () => `<main id="lab"${attributes.join('')}>`);
  if (!english) return asked;
  const block = `<script type="text/plain" data-english>${toBase64(english)}</script>\n    `;
  return asked.replace('<script data-headwise>', (script) => block + script);
}

function toBase64(bytes: Uint8Array) {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

/**
 * @param parts.page headwise.html
 * @param parts.notices license files
 * @returns a zip file
 */
export function scormPackage({
  page,
  settings,
  english,
  title,
  version,
  notices,
}: {
  page: string;
  settings: Settings;
  english?: Uint8Array | null;
  title: string;
  version: string;
  notices: Readonly<Record<string, string>>;
}): Uint8Array {
  const files = {
    'imsmanifest.xml': manifest(title, version, settings),
    'index.html': pageWith(page, settings, english),
    ...notices,
  };
  const bytes = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, strToU8(text)]),
  );
  return zipSync(bytes, { level: 9, mtime: DATE });
}

/** The manifest, which a platform reads first. */
function manifest(title: string, version: string, settings: Settings) {
  const name = escapeXml(title.replace(NOT_XML, ' '));
  // packages with different settings need different ids
  const id = nameOf(JSON.stringify([title, settings]));
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="headwise-${id}" version="${escapeXml(version)}"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="headwise">
    <organization identifier="headwise">
      <title>${name}</title>
      <item identifier="lab" identifierref="page">
        <title>${name}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`;
}

/** A short hash of a text: FNV-1a, twice, the second time backwards. */
function nameOf(text: string) {
  const hash = (bytes: readonly number[]) =>
    bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
  const bytes = [...strToU8(text)];
  return [hash(bytes), hash(bytes.reverse())]
    .map((number) => number.toString(16).padStart(8, '0'))
    .join('');
}

function escapeXml(text: string) {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
