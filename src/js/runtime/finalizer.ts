// Frees handles that were never disposed. Do not rely on it: garbage collection may come late or never.

/** Calls the callback after an object was collected. The callback must not reference the object; its errors are ignored. */
export const finalizer = new FinalizationRegistry(async (free: () => unknown) => {
  try {
    await free();
  } catch {}
});
