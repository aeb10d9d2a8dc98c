// The script of the one-file page, which is also that of its worker.

import { isWorker, serve } from 'headwise:single-file';
import { startEmbed } from './embed.js';

if (isWorker) serve();
else void startEmbed();
