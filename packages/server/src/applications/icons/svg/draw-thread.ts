// The thread of the drawing process that draws, so that another one can watch it.

import { parentPort } from 'node:worker_threads';
import { drawSvg } from './draw-svg.ts';

parentPort?.on('message', (markup: string) => parentPort?.postMessage(drawSvg(markup)));
