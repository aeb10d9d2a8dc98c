// The only header with instruction sets: four float lanes as one value type, in WebAssembly SIMD128
// and, natively, with the compiler's vector extensions.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace headwise::simd {

using F32x4 = float __attribute__((vector_size(16)));
using I32x4 = std::int32_t __attribute__((vector_size(16)));
using I16x8 = std::int16_t __attribute__((vector_size(16)));
using I8x16 = std::int8_t __attribute__((vector_size(16)));
using U64x2 = std::uint64_t __attribute__((vector_size(16)));

inline constexpr int kLanes = 4;

// The vector type of a kernel that is templated on its scalar: four floats, or one double for native
// tests.
template <class T>
struct VectorOf;
template <>
struct VectorOf<float> {
  using Type = F32x4;
};
template <>
struct VectorOf<double> {
  using Type = double;
};
template <class T>
using Vector = typename VectorOf<T>::Type;
template <class T>
inline constexpr int kLanesOf = static_cast<int>(sizeof(Vector<T>) / sizeof(T));

inline F32x4 splat(float x) { return F32x4{x, x, x, x}; }

// Copies a number into all lanes through memory, so that V8 cannot see that it is constant: V8 builds a constant vector at each
// use, by three instructions, and keeps this one in a register.
inline I32x4 splat_opaque(std::int32_t number) {
  const volatile std::int32_t opaque = number;
  const std::int32_t x = opaque;
  return I32x4{x, x, x, x};
}

inline F32x4 load(const float* p) {
  F32x4 v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

inline void store(float* p, F32x4 v) { std::memcpy(p, &v, sizeof v); }

inline double load(const double* p) { return *p; }
inline void store(double* p, double x) { *p = x; }

// V8 compiles splat(*p) to a load and a shuffle; this is one instruction.
inline F32x4 load_splat(const float* p) {
#if defined(__wasm_simd128__)
  return (F32x4)wasm_v128_load32_splat(p);
#else
  return splat(*p);
#endif
}
inline double load_splat(const double* p) { return *p; }

// sum + a * b. The fixed variant rounds the product before the sum (-ffp-contract=off), so that every
// machine gives the same bits; relaxed rounds once if the machine can.
inline F32x4 multiply_add(F32x4 a, F32x4 b, F32x4 sum) {
#if defined(__wasm_relaxed_simd__)
  return (F32x4)wasm_f32x4_relaxed_madd((v128_t)a, (v128_t)b, (v128_t)sum);
#else
  return sum + a * b;
#endif
}
inline double multiply_add(double a, double b, double sum) { return sum + a * b; }

// value if the condition is false, else +0.
inline F32x4 and_not(F32x4 value, I32x4 condition) { return (F32x4)((I32x4)value & ~condition); }

inline F32x4 select(I32x4 condition, F32x4 yes, F32x4 no) {
  return (F32x4)((condition & (I32x4)yes) | (~condition & (I32x4)no));
}

// Transposes four rows of four.
inline void transpose(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  const F32x4 ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const F32x4 ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const F32x4 cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const F32x4 cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

// a if a > b, else b: a NaN in `a` is dropped, a NaN in `b` is the result.
inline F32x4 max(F32x4 a, F32x4 b) {
#if defined(__wasm_simd128__)
  return (F32x4)wasm_f32x4_pmax((v128_t)b, (v128_t)a);  // f32x4.max is 8 instructions on x64
#else
  return select(a > b, a, b);
#endif
}

// Whole numbers: every sum below is exact, so its order does not matter.

template <class V>
inline V load_as(const void* p) {
  V v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store(void* p, I32x4 v) { std::memcpy(p, &v, sizeof v); }

// Four bytes in each lane.
inline I32x4 load_splat_word(const void* p) {
#if defined(__wasm_simd128__)
  return (I32x4)wasm_v128_load32_splat(p);
#else
  const auto word = load_as<std::int32_t>(p);
  return I32x4{word, word, word, word};
#endif
}

// Loads a vector that V8 cannot see to be constant, like splat_opaque.
inline I8x16 load_opaque(const std::int8_t* p) {
  const std::int8_t* const volatile opaque = p;
  return load_as<I8x16>(opaque);
}

// Byte i: the byte of the table that byte i of `places` counts, 0 to 15.
inline I8x16 lookup(I8x16 table, I8x16 places) {
#if defined(__wasm_simd128__)
  return (I8x16)wasm_i8x16_swizzle((v128_t)table, (v128_t)places);
#else
  I8x16 out;
  for (int i = 0; i < 16; ++i) out[i] = table[places[i]];
  return out;
#endif
}

// Lane l: the numbers 2 l and 2 l + 1 of a and b, multiplied and added to sum.
inline I32x4 dot_pairs(I16x8 a, I16x8 b, I32x4 sum) {
#if defined(__wasm_simd128__)
  return sum + (I32x4)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
#else
  for (int l = 0; l < 4; ++l) sum[l] += a[2 * l] * b[2 * l] + a[2 * l + 1] * b[2 * l + 1];
  return sum;
#endif
}

// Whether dot_quads is one instruction, of which every engine gives the same sum while b has seven bits.
#if defined(__wasm_relaxed_simd__)
inline constexpr bool kHasDotQuads = true;
#else
inline constexpr bool kHasDotQuads = false;
#endif

// Lane l: the numbers 4 l to 4 l + 3 of a and b, multiplied and added to sum; 0 <= b <= 127.
inline I32x4 dot_quads(I8x16 a, I8x16 b, I32x4 sum) {
#if defined(__wasm_relaxed_simd__)
  return (I32x4)wasm_i32x4_relaxed_dot_i8x16_i7x16_add((v128_t)a, (v128_t)b, (v128_t)sum);
#else
  for (int at = 0; at < 16; ++at) sum[at / 4] += a[at] * b[at];
  return sum;
#endif
}

// Transposes four rows of four words.
inline void transpose(I32x4& a, I32x4& b, I32x4& c, I32x4& d) {
  F32x4 rows[4] = {(F32x4)a, (F32x4)b, (F32x4)c, (F32x4)d};
  transpose(rows[0], rows[1], rows[2], rows[3]);
  a = (I32x4)rows[0], b = (I32x4)rows[1], c = (I32x4)rows[2], d = (I32x4)rows[3];
}

}  // namespace headwise::simd
