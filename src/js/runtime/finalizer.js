// Frees handles that their user never disposed. Garbage collection may come late or never: do not rely on it.

/** Calls back after an object was collected. The callback must not lead to the object. Its errors concern no caller. */
export const finalizer = new FinalizationRegistry(async (/** @type {() => unknown} */ free) => {
  try {
    await free();
  } catch {}
});
