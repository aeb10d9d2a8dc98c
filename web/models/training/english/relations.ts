// Sentences of our own whose grammar is known, for measuring heads that follow it.
// _n1 marks a noun, and the same number after another letter a related word: _d its determiner, _a
// its adjective, _v the verb whose subject it is, _p a pronoun that refers to it. (a|b|c|d) gives
// four sentences, each with its own word.

const VARIANTS = 4;
/** Beginnings of the four sentences, so that positions predict little. */
const OPENINGS = ['', 'Today ', 'I know that ', 'You see, as I said, that '];

const PATTERNS = [
  'The_d1 (teacher|doctor|writer|mother)_n1 near the_d2 (door|window|table|river)_n2 (opened|read|wanted|found)_v1 a_d3 letter_n3 because she_p1 was (tired|happy|alone|late).',
  'A_d1 (young|poor|great|new)_a1 (king|man|captain|father)_n1 of the_d2 (city|country|house|ship)_n2 (lost|gave|took|sold)_v1 his_p1 (money|book|horse|land).',
  'The_d1 (children|men|women|people)_n1 in the_d2 (street|garden|field|town)_n2 (were|sat|stood|came)_v1 (quiet|together|early|there) until they_p1 heard the_d3 (old|large|first|second)_a3 (bell|ship|song|voice)_n3.',
  'My_d1 (brother|father|son|uncle)_n1, who_p1 had a_d2 (small|big|black|white)_a2 (dog|boat|house|hat)_n2, (went|walked|came|ran)_v1 to the_d3 (market|church|school|office)_n3.',
  'The_d1 (book|letter|story|paper)_n1 that the_d2 (boy|girl|woman|man)_n2 (wrote|read|found|saw)_v2 (was|seemed|became|remained)_v1 (long|good|short|famous).',
  'Every_d1 (good|bad|old|young)_a1 (student|soldier|worker|friend)_n1 in this_d2 (country|town|place|house)_n2 (knows|says|thinks|believes)_v1 that he_p1 is right.',
  'The_d1 (woman|girl|queen|lady)_n1 (sold|bought|saw|left)_v1 the_d2 (red|green|blue|white)_a2 (car|house|dress|boat)_n2 before she_p1 moved to the_d3 city_n3.',
  'Our_d1 (government|nation|people|party)_n1 (needs|wants|has|makes)_v1 a_d2 (new|strong|better|clear)_a2 (plan|law|policy|program)_n2 for the_d3 (future|world|war|economy)_n3.',
  'The_d1 (dog|cat|horse|bird)_n1 (saw|heard|found|followed)_v1 the_d2 (small|little|young|old)_a2 (boy|man|woman|girl)_n2 and then it_p1 (ran|went|turned|fell) away.',
  'In the_d1 (morning|evening|summer|winter)_n1 the_d2 (old|poor|tall|rich)_a2 (farmer|sailor|lady|judge)_n2 (walks|goes|comes|sits)_v2 by the_d3 (sea|lake|river|road)_n3.',
  'The_d1 (price|cost|size|value)_n1 of the_d2 (houses|horses|books|ships)_n2 (is|was|seems|became)_v1 very (high|small|great|low).',
  'The_d1 (members|leaders|officers|soldiers)_n1 of the_d2 (new|small|great|old)_a2 (party|army|group|company)_n2 (say|know|think|believe)_v1 that they_p1 will (win|fight|leave|return).',
  'No_d1 (man|woman|child|nation)_n1 with a_d2 (free|strong|weak|good)_a2 (heart|mind|body|spirit)_n2 (wants|likes|needs|loves)_v1 (war|fear|pain|death).',
  'When the_d1 (ship|boat|train|army)_n1 (left|reached|passed|entered)_v1 the_d2 (city|coast|country|island)_n2, the_d3 (captain|men|officers|people)_n3 on it (looked|turned|cried|called)_v3 back.',
  'Her_d1 (sister|mother|daughter|aunt)_n1 (told|asked|thanked|wrote)_v1 the_d2 (young|kind|good|poor)_a2 (doctor|teacher|servant|officer)_n2 that she_p1 was (well|sorry|busy|ready).',
  'The_d1 (president|king|governor|judge)_n1, after a_d2 (long|short|hard|quiet)_a2 (speech|journey|meeting|night)_n2, (signed|read|refused|changed)_v1 the_d3 law_n3 that he_p1 had (made|asked|promised|wanted).',
  'This_d1 (machine|program|computer|system)_n1 in the_d2 (office|room|school|factory)_n2 (works|runs|stops|fails)_v1 when it_p1 is (cold|new|old|full).',
  'The_d1 (flowers|trees|leaves|plants)_n1 behind the_d2 (small|old|white|large)_a2 (house|wall|church|school)_n2 (grow|die|fall|stand)_v1 because they_p1 (need|want|lose|have) water.',
  'Some_d1 (people|friends|students|workers)_n1 from the_d2 (south|north|east|west)_n2 (bought|sold|built|made)_v1 a_d3 (big|cheap|new|beautiful)_a3 (house|school|boat|road)_n3 for their_p1 (children|parents|friends|families).',
  'The_d1 (little|poor|clever|silent)_a1 (girl|lady|woman|queen)_n1 (smiled|waited|laughed|cried)_v1 as she_p1 (saw|heard|read|held) the_d2 (last|first|whole|other)_a2 (letter|song|word|child)_n2.',
  'That_d1 (man|boy|gentleman|sailor)_n1 with the_d2 (black|long|short|red)_a2 (hair|hat|coat|beard)_n2 (says|knows|thinks|hopes)_v1 he_p1 can (help|swim|sing|pay).',
  'A_d1 (friend|child|member|servant)_n1 of my_d2 (family|mother|uncle|wife)_n2 (lives|works|stays|sleeps)_v1 in a_d3 (dark|warm|cold|small)_a3 (room|house|place|town)_n3.',
  'The_d1 (news|story|work|question)_n1 about the_d2 (war|election|king|storm)_n2 (was|came|seemed|became)_v1 (bad|late|strange|clear) and nobody liked it_p1.',
  'These_d1 (workers|farmers|women|students)_n1, like all the_d2 (others|men|rest|world)_n2, (have|want|need|ask)_v1 (more|better|good|fair) pay for their_p1 work.',
  'The_d1 (small|large|heavy|open)_a1 (box|bag|boat|cup)_n1 on the_d2 (table|floor|ground|water)_n2 (belongs|belonged|came|goes)_v1 to a_d3 (man|woman|lady|boy)_n3 who_p3 (lives|works|sits|stands) here.',
  'If the_d1 (weather|sea|wind|night)_n1 (is|was|becomes|remains)_v1 (cold|bad|warm|dark), the_d2 (old|young|wise|tired)_a2 (captain|farmer|soldier|king)_n2 (stays|sleeps|waits|sits)_v2 at home with his_p2 family.',
  'Both_d1 (sons|brothers|men|boys)_n1 of the_d2 (rich|late|famous|good)_a2 (doctor|king|lawyer|captain)_n2 (love|loved|like|hate)_v1 their_p1 (mother|father|work|home).',
  'The_d1 (company|family|church|army)_n1 (built|sold|owned|wanted)_v1 a_d2 (new|second|white|great)_a2 (house|ship|school|bridge)_n2 which_p2 (stands|stood|was|is) near the_d3 (river|road|sea|town)_n3.',
  'His_d1 (wife|mother|sister|daughter)_n1 in the_d2 (next|other|same|first)_a2 (room|house|car|street)_n2 (heard|knew|said|thought)_v1 that the_d3 (child|boy|dog|baby)_n3 (was|seemed|felt|looked)_v3 (ill|hungry|sad|happy).',
  'The_d1 (answer|answers|question|questions)_n1 of the_d2 (students|student|children|child)_n2 (is|are|was|were)_v1 (simple|short|good|strange).',
  'The_d1 (key|keys|door|doors)_n1 to the_d2 (rooms|room|houses|house)_n2 (is|are|was|were)_v1 (new|old|lost|open).',
  'Any_d1 (person|woman|man|child)_n1 who_p1 (reads|knows|hears|sees) this_d2 (great|short|true|strange)_a2 (book|story|song|play)_n2 (will|can|must|may)_v1 (laugh|cry|learn|understand).',
  'The_d1 (army|enemy|ship|train)_n1 that (carried|moved|brought|took)_v1 the_d2 (young|brave|tired|wounded)_a2 (men|soldiers|officers|people)_n2 home (was|stood|came|arrived) late, and they_p2 were (angry|quiet|glad|cold).',
  'After the_d1 (war|dinner|storm|meeting)_n1 a_d2 (tall|strange|quiet|proud)_a2 (man|woman|officer|lady)_n2 in a_d3 (black|blue|long|green)_a3 (coat|dress|hat|car)_n3 (spoke|came|sat|appeared)_v2 and said nothing.',
  'The_d1 (best|first|last|worst)_a1 (part|day|hour|year)_n1 of my_d2 (life|journey|work|story)_n2 (was|is|came|began)_v1 in the_d3 (north|spring|country|city)_n3.',
  'Many_d1 (young|poor|good|common)_a1 (people|men|women|families)_n1 across the_d2 (country|world|land|state)_n2 (have|need|lost|want)_v1 a_d3 (job|house|home|doctor)_n3 and they_p1 (ask|wait|hope|fight) for it_p3.',
  'The_d1 (cat|dog|child|bird)_n1 on the_d2 (soft|old|red|warm)_a2 (bed|chair|wall|floor)_n2 (sleeps|slept|waits|sits)_v1 while its_p1 mother (eats|sings|works|reads).',
  'Your_d1 (friend|brother|uncle|husband)_n1, if the_d2 (paper|doctor|judge|letter)_n2 (is|was|seems|proves)_v2 right, (has|lost|made|took)_v1 a_d3 (large|great|fair|huge)_a3 (amount|sum|part|share)_n3 of money.',
];

const MARKED = /^(.+?)_([a-z])(\d)$/;
/** The letters of both words of a relation, and the name of its role. */
const KINDS = Object.freeze({
  d: { name: 'nounToDeterminer', back: true },
  a: { name: 'nounToAdjective', back: true },
  v: { name: 'verbToSubject', back: false },
  p: { name: 'pronounToAntecedent', back: false },
});

interface Marked {
  text: string;
  /** pairs of words, by their indexes */
  relations: { name: string; from: number; to: number }[];
}

export function markedSentences(): Marked[] {
  return PATTERNS.flatMap((pattern, at) =>
    Array.from({ length: VARIANTS }, (_, i) => {
      const sentence = pattern.replace(/\(([^)]*)\)/g, (_all, words) => words.split('|')[i]);
      const opening = OPENINGS[(i + at) % VARIANTS];
      if (opening === '') return marked(sentence);
      return marked(opening + sentence[0].toLowerCase() + sentence.slice(1));
    }),
  );
}

function marked(sentence: string) {
  const nouns: Map<string, number> = new Map();
  const others: { kind: 'd' | 'a' | 'v' | 'p'; noun: string; place: number }[] = [];
  const words = sentence.split(' ').map((word, place) => {
    const [, sign] = /([,.]?)$/.exec(word) ?? [];
    const [, plain, kind, noun] = MARKED.exec(word.slice(0, word.length - sign.length)) ?? [];
    if (kind === 'n') nouns.set(noun, place);
    else if (kind) others.push({ kind: kind as 'd', noun, place });
    return plain === undefined ? word : plain + sign;
  });
  const relations = others.map(({ kind, noun, place }) => {
    const { name, back } = KINDS[kind];
    const at = nouns.get(noun) as number;
    return back ? { name, from: at, to: place } : { name, from: place, to: at };
  });
  return { text: words.join(' '), relations };
}
