// The fonts that a browser of the tests sees: one family and no other, whatever the machine has. The letters of the two
// differ in width: what fits with both has room to spare.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fontFolders } from '../setup/requirements.ts';

export type Fonts = keyof typeof fontFolders;

/** For tests of what fits on a screen, which run with each. */
export const FONTS = Object.keys(fontFolders) as readonly Fonts[];

/** Fonts in place of a missing family, like a system's own font. */
const SANS: Record<Fonts, string> = { dejavu: 'DejaVu Sans', liberation: 'Liberation Sans' };

/**
 * The environment in which a program sees these fonts alone. Only where fontconfig finds them, as on Linux.
 *
 * @param folder for the configuration and its cache
 */
export async function withFonts(fonts: Fonts, folder: string) {
  const file = join(folder, 'fonts.conf');
  await writeFile(
    file,
    `<?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
    <fontconfig>
      <dir>${fontFolders[fonts]}</dir>
      <match target="pattern">
        <edit name="family" mode="append_last"><string>${SANS[fonts]}</string></edit>
      </match>
      <cachedir>${join(folder, 'fontconfig')}</cachedir>
      <include ignore_missing="yes">/etc/fonts/conf.d</include>
    </fontconfig>`,
  );
  return { FONTCONFIG_FILE: file };
}
