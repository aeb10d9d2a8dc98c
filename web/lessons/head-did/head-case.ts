// Exhibit: the answer to a question about invented heads: the answer's probability with all heads and without some of them,
// with bars like the tables of the lesson.

import { sayText } from '../../ui/text.ts';
import { headHue, markOf } from '../../views/color.ts';
import { exhibit } from '../exhibit.ts';
import { bar, table } from '../exhibit-parts.ts';
import { caseOf } from './invented.ts';

export const headCase = exhibit({
  name: 'head-case',
  lab: 'withheld',
  asks: ({ values }) => caseOf(values),
  compute: async (_, shown) => shown,
  view({ shares, answers }, { messages, numbers, frame }) {
    const lowest = answers.indexOf(Math.min(...answers));
    const largest = Math.max(...answers);
    const most = shares.indexOf(Math.max(...shares));
    const nameOf = (row: number) => {
      if (row === 0) return messages.effectWhole;
      const isBoth = shares.length === 0 && row === answers.length - 1;
      return isBoth ? messages.effectBoth : sayText(messages.effectWithout, { head: row });
    };
    const barOf = (percent: number, of: number, row: number, isBest: boolean) => {
      const color = row === 0 ? null : markOf(headHue(row - 1), frame.look.theme);
      return bar(numbers.percent(percent / 100), percent / of, isBest ? 'best' : '', color);
    };
    const rows = answers.map((answer, row) => {
      const share = shares[row - 1];
      const looks = share === undefined ? '' : barOf(share, 100, row, row - 1 === most);
      const left = barOf(answer, largest, row, row === lowest);
      return [nameOf(row), ...(shares.length > 0 ? [looks] : []), left];
    });
    const headings = [
      messages.goneWhat,
      ...(shares.length > 0 ? [messages.effectShare] : []),
      messages.effectAnswer,
    ];
    return table(messages.effectCase, headings, rows, lowest);
  },
});
