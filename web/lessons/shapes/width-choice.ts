// A choice of the width of the layer.

import { WIDTHS } from '../../elements/lab/state/state.ts';
import { choice } from '../exhibit-parts.ts';
import type { Context } from '../exhibit.ts';

export const widthChoice = ({ messages, frame, setState }: Context) =>
  choice(
    messages.exhibitWidth,
    WIDTHS.map((one) => [one, String(one)]),
    frame.state.width,
    (width) => setState({ width }),
  );
