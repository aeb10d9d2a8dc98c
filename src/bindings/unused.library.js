// Takes the place of functions in Emscripten's Embind library, for all modules. Its start-up registers types that no binding
// here uses; what would convert them is a fifth of the glue, 1.9 kB of headwise.js after gzip.
addToLibrary({
  _embind_register_bigint: (type, name, size, least, most) => {},
  _embind_register_bigint__deps: [],
  _embind_register_emval: (type) => {},
  _embind_register_emval__deps: [],
  _embind_register_memory_view: (type, index, name) => {},
  _embind_register_memory_view__deps: [],
  _embind_register_std_string: (type, name) => {},
  _embind_register_std_string__deps: [],
  _embind_register_std_wstring: (type, size, name) => {},
  _embind_register_std_wstring__deps: [],
});
