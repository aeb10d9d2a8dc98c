// Notes before the first paint whether the address names something else than the first sentence.

const { hash, search } = location;
const names = [...new URLSearchParams(search).keys()];
const isFirst = hash.length < 2 && names.every((name) => name === 'lang');
document.documentElement.toggleAttribute('data-first', isFirst);
