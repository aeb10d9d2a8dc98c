// A custom section that names the variant and the version, which src/js reads before it hands the module to
// Emscripten's glue.
__asm__(".section .custom_section.headwise,\"\",@\n.ascii \"" HEADWISE_IDENTITY "\"\n");
