// The bytes of a WebAssembly module in an order that packs better: locals, memory offsets and integer constants are moved out
// of the code, each kind into a stream of its own behind it. LZMA packs the core 4 kB smaller so, of 73.

/** The streams; the first one has all other bytes. */
const [REST, LOCALS, OFFSETS, INTEGERS] = [0, 1, 2, 3];
export const STREAMS = 4;

/** A byte's operand is one byte; the others are LEB128 numbers. */
const OPERANDS = { b: REST, n: REST, l: LOCALS, o: OFFSETS, i: INTEGERS };
type Operand = keyof typeof OPERANDS;

const BR_TABLE = 0x0e;
/** Opcodes of two numbers; the second one is below 256 where it has operands. */
const PREFIXES = [0xfc, 0xfd];
/** The operands of instructions, by the first and the last opcode that has them. All others have none. */
const INSTRUCTIONS: readonly [first: number, last: number, operands: string][] = [
  [0x02, 0x04, 'n'], // block, loop, if
  [0x06, 0x09, 'n'], // try, catch, throw, rethrow
  [0x0c, 0x0d, 'n'], // br, br_if
  [0x10, 0x10, 'n'], // call
  [0x11, 0x11, 'nn'], // call_indirect
  [0x18, 0x18, 'n'], // delegate
  [0x20, 0x22, 'l'], // local.get, set, tee
  [0x23, 0x24, 'n'], // global.get, set
  [0x28, 0x3e, 'no'], // loads and stores
  [0x3f, 0x40, 'n'], // memory.size, grow
  [0x41, 0x42, 'i'], // i32.const, i64.const
  [0x43, 0x43, 'bbbb'], // f32.const
  [0x44, 0x44, 'bbbbbbbb'], // f64.const
  [0xfc0a, 0xfc0a, 'nn'], // memory.copy
  [0xfc0b, 0xfc0b, 'n'], // memory.fill
  [0xfd00, 0xfd0b, 'no'], // v128.load and its kin, v128.store
  [0xfd0c, 0xfd0d, 'bbbbbbbbbbbbbbbb'], // v128.const, i8x16.shuffle
  [0xfd15, 0xfd22, 'b'], // lanes
  [0xfd54, 0xfd5b, 'nob'], // loads and stores of a lane
  [0xfd5c, 0xfd5d, 'no'], // v128.load32_zero, load64_zero
];

/** Moves the next byte, which belongs to a stream, to where it is wanted. Returns the byte. */
type Move = (stream: number) => number;

/** Walks through the content of a code section, which is in order on one side of `move`, and in streams on the other. */
export function walkCode(move: Move) {
  const operandsOf = new Map<number, string>();
  for (const [first, last, operands] of INSTRUCTIONS) {
    for (let opcode = first; opcode <= last; opcode++) operandsOf.set(opcode, operands);
  }
  let moved = 0;
  for (let functions = number(REST); functions > 0; functions--) {
    const size = number(REST);
    const end = moved + size;
    for (let locals = number(REST); locals > 0; locals--) {
      number(REST); // how many
      byte(REST); // their type
    }
    while (moved < end) instruction();
    if (moved > end) throw new Error('wasm: an instruction has unknown operands');
  }

  function instruction() {
    const code = byte(REST);
    const opcode = PREFIXES.includes(code) ? (code << 8) + number(REST) : code;
    if (opcode === BR_TABLE) for (let i = number(REST); i >= 0; i--) number(REST);
    for (const operand of operandsOf.get(opcode) ?? '') {
      const stream = OPERANDS[operand as Operand];
      if (operand === 'b') byte(stream);
      else number(stream);
    }
  }

  function byte(stream: number) {
    moved++;
    return move(stream);
  }

  /** An unsigned LEB128 number; a signed one is as long. */
  function number(stream: number) {
    let [value, shift] = [0, 0];
    for (;;) {
      const next = byte(stream);
      value |= (next & 127) << shift;
      if (next < 128) return value;
      shift += 7;
    }
  }
}

/**
 * Puts the bytes of a module into their order again.
 *
 * @param bytes the streams, one behind the other
 * @param lengths of the streams
 * @param codeAt offset of the code section's content in the module
 */
export function joinStreams(
  bytes: Uint8Array,
  lengths: readonly number[],
  codeAt: number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length);
  const next = lengths.map((_, i) => lengths.slice(0, i).reduce((sum, length) => sum + length, 0));
  let at = 0;
  const move = (stream: number) => (out[at++] = bytes[next[stream]++]);
  while (at < codeAt) move(REST);
  walkCode(move);
  while (at < out.length) move(REST);
  return out;
}
