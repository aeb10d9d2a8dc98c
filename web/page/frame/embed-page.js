// The script of embed.html.

import { startEmbed } from './embed.js';

await startEmbed(import.meta.url);
