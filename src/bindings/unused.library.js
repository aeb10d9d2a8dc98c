// Takes the place of functions in Emscripten's Embind library, for all modules. Its start-up registers types that no binding
// here uses; what would convert them is a sixth of the glue. Text stays: it keeps malloc among the exports, where tests make it
// fail.
addToLibrary({
  _embind_register_bigint: (type, name, size, least, most) => {},
  _embind_register_bigint__deps: [],
  _embind_register_emval: (type) => {},
  _embind_register_emval__deps: [],
  _embind_register_memory_view: (type, index, name) => {},
  _embind_register_memory_view__deps: [],
  _embind_register_std_wstring: (type, size, name) => {},
  _embind_register_std_wstring__deps: [],
});
