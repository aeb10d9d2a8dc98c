// Entry point of embed.html.

import { startEmbed } from './embed.ts';

await startEmbed(import.meta.url);
