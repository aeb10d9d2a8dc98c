// What the model's positions are before the first step: sine waves (Vaswani et al. 2017, section 3.5), so that a head can
// find the previous token from the start. Training changes them like every other parameter.

/** About as large as the initial vectors of the pieces. */
const AMPLITUDE = 0.1;
const LONGEST_WAVE = 10000; // over 2 pi, in positions

/** @param {any} model with learned positions */
export function beginWithWaves(model) {
  const state = model.stateDict();
  const {
    data,
    shape: [positions, width],
  } = state['positions.weight'];
  const waves = width / 2;
  for (let position = 0; position < positions; position++) {
    for (let wave = 0; wave < waves; wave++) {
      const angle = position / LONGEST_WAVE ** (wave / waves);
      data[position * width + wave] = AMPLITUDE * Math.sin(angle);
      data[position * width + waves + wave] = AMPLITUDE * Math.cos(angle);
    }
  }
  model.loadStateDict(state);
}
