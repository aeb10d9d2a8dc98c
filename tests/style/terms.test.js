// The words of lessons, questions and drawings: one term for one thing, the one that the field uses in that language, and
// plain sentences. TERMS has the rules of each language; web/docs/glossary.md has the English words.

import assert from 'node:assert/strict';
import test from 'node:test';
import { languages } from '../../web/words/languages.ts';

/**
 * @typedef {object} Rule
 * @property {RegExp} pattern
 * @property {string} advice
 * @property {string} example a text that breaks the rule
 */

/** Groups of words that a learner reads, by their files. */
const GROUPS = ['lessons', 'questions', 'lab', 'answers', 'causes', 'models', 'training', 'class'];

/** @type {Readonly<Record<string, readonly Rule[]>>} */
const TERMS = {
  en: [
    {
      pattern: /\bwhat (it|is|was|stays|comes|came|goes|went|arrives|they|the model says)\b/,
      advice: 'use a noun',
      example: 'How long is what arrives?',
    },
    {
      pattern: /\b(its|their|the most|more|much) weight\b/i,
      advice: 'a map has shares, a model has weights',
      example: 'This head gives the first word the most weight.',
    },
    {
      pattern: /\b(wants?|wanted|notices? it|is missed|spoke for)\b/,
      advice: 'a head, a word or a model does not want, notice or speak',
      example: 'How much does it want from animal?',
    },
    {
      pattern: /\b(take|takes|taken|took) (off|away)\b/i,
      advice: "'subtract', 'remove'",
      example: 'Take away one head.',
    },
    {
      pattern: /\b(turned|turning|turns)\b/i,
      advice: "'rotated', 'rotation'",
      example: 'Each arrow turns by its own angle.',
    },
    {
      pattern: /\bhand(s|ed)? over\b/i,
      advice: 'name the value, and the words that take it',
      example: 'A value says what it hands over.',
    },
    {
      pattern: /\bother numbers\b/i,
      advice: "'different numbers'",
      example: 'Once more, other numbers',
    },
    { pattern: /\btold\b/i, advice: "'given', 'shown'", example: 'No head was told its role.' },
  ],
  es: [
    {
      pattern: /\bnormas?\b/i,
      advice: '“normalización”: la norma es la longitud de un vector',
      example: 'Media y varianza antes de la norma',
    },
    {
      pattern: /\bnombre a determinante|pronombre a nombre\b/i,
      advice: '“sustantivo”: un nombre es también el de una cabeza',
      example: 'pronombre a nombre',
    },
    { pattern: /\btranspuest/i, advice: '“traspuesta”', example: 'K transpuesta' },
    {
      pattern: /\b(queries|query|keys?|values?|heads?|tokens? de consultas)\b/i,
      advice: '“consulta”, “clave”, “valor”, “cabeza”',
      example: 'Cada query mira las keys.',
    },
    {
      pattern: /\b(su|más|todo el|mayor) peso\b/i,
      advice: 'un mapa tiene proporciones; un modelo, pesos',
      example: '¿Cuál le da más peso a la primera palabra?',
    },
    {
      pattern: /\bech(a|ar|e|an) [^.]*de menos\b|\bhablaba a favor\b/i,
      advice: 'un modelo no echa de menos ni habla',
      example: '¿Se echa de menos la cabeza?',
    },
    { pattern: /[“”]/, advice: 'las comillas son « »', example: 'un pronombre como “they”' },
    {
      pattern: /\b(alumnos?|profesor(es)?)\b/i,
      advice: '“estudiante”, “docente”',
      example: 'Para tu profesor.',
    },
  ],
  zh: [
    {
      pattern: /旋转位置(?!编码)/,
      advice: '旋转位置编码',
      example: '这就是旋转位置。',
    },
    { pattern: /合拍/, advice: '匹配', example: '查询和键有多合拍' },
    { pattern: /遮罩|屏蔽/, advice: '掩码', example: '因果遮罩' },
    { pattern: /令牌|标记词/, advice: '词元', example: '每个令牌' },
    { pattern: /头部|磁头/, advice: '头，注意力头', example: '四个头部' },
    { pattern: /别的词/, advice: '其他词', example: '看别的词' },
    {
      pattern: /给[^，。]{0,10}(的|最大|最多)权重|权重给了/,
      advice: '图里是份额，模型里是权重',
      example: '把一半的权重给了第一个词',
    },
    { pattern: /想要|替别的|说了不算/, advice: '头和词没有愿望', example: '它多想要这个词' },
    { pattern: /[「」]/, advice: '引号用 “ ”', example: '「它」' },
  ],
};

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {[string, string][]} all texts, with their paths
 */
function flat(value, path) {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(Object(value)).flatMap(([name, part]) => flat(part, `${path}/${name}`));
}

/** @param {string} text without code, and without words of the sentence, which are English */
const prose = (text) => text.replace(/`[^`]*`|\{\w+\}|«\w[^»]*»/g, ' ');

/** @param {string} language @param {[string, string][]} all */
const findings = (language, all) =>
  all.flatMap(([path, text]) =>
    TERMS[language].flatMap(({ pattern, advice }) => {
      const [found] = pattern.exec(prose(text)) ?? [];
      return found === undefined ? [] : [`${language}/${path}: “${found}”: ${advice}`];
    }),
  );

test('every language has its rules, and each rule finds its example', () => {
  assert.deepEqual(Object.keys(TERMS).sort(), Object.keys(languages).sort());
  for (const [language, rules] of Object.entries(TERMS)) {
    for (const { pattern, example } of rules) assert.match(prose(example), pattern, language);
  }
});

for (const language of Object.keys(TERMS)) {
  test(`${language}: lessons, questions and drawings use one term for one thing`, async () => {
    const all = [];
    for (const group of GROUPS) {
      const { words } = await import(`../../web/words/${language}/${group}.ts`);
      all.push(...flat(words, group));
    }
    assert.ok(all.length > 500);
    assert.deepEqual(findings(language, all), []);
  });
}

test('a lesson or scene that a text names has that title, in every language', async () => {
  const QUOTES = /** @type {const} */ ({ en: ['“', '”'], es: ['«', '»'], zh: ['《', '》'] });
  /** @type {Record<string, Map<string, string>>} */
  const all = {};
  for (const language of Object.keys(QUOTES)) {
    const { words } = await import(`../../web/words/${language}/lessons.ts`);
    all[language] = new Map(flat(words, ''));
  }
  const titles = [...all.en].filter(([path]) => path.endsWith('/title'));
  let named = 0;
  for (const [path, text] of all.en) {
    for (const [title, name] of titles) {
      if (!text.includes(`“${name}”`)) continue;
      for (const [language, [open, close]] of Object.entries(QUOTES)) {
        const own = `${open}${all[language].get(title)}${close}`;
        assert.ok(all[language].get(path)?.includes(own), `${language}${path}: ${own}`);
      }
      named++;
    }
  }
  assert.ok(named > 4);
});
