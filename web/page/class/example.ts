// An example class of thirty learners. Their answers are random, but always the same.

import { writeCode } from '../../elements/lesson/questions/code.ts';
import { askedAt, newRecord, noted, OTHER } from '../../elements/lesson/questions/record.ts';
import { isTest, slots } from '../../lessons/questions.ts';
import { createRandom } from '../../lessons/random.ts';

const LEARNERS = 30;
const LESSONS = ['shapes', 'masks', 'core-test'];

/** @param name name of a learner, with {number} */
export function exampleClass(name: string): string {
  const random = createRandom('class');
  return Array.from({ length: LEARNERS }, (_, i) => {
    const skill = random.whole(3, 9);
    let record = newRecord(random.index(2 ** 31));
    for (const slot of slots) {
      if (!LESSONS.includes(slot.lesson)) continue;
      const { mistakes } = askedAt(record, slot);
      for (let tries = 0; tries < 3; tries++) {
        const right = random.index(10) < skill;
        // the first misunderstanding is the most frequent one
        const mistake = mistakes[Math.min(random.index(4), random.index(4))] ?? OTHER;
        const verdict = { right, mistake: right ? '' : mistake };
        record = noted(record, slot.name, random.index(20) === 0 ? null : verdict);
        if (right || isTest(slot.lesson)) break;
      }
    }
    return `${name.replace('{number}', String(i + 1))}, ${writeCode(record)}`;
  }).join('\n');
}
