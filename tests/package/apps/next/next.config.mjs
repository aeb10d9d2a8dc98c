// What a site with headwise sets in Next: the package as it is on the server, and isolated pages for threads.

const isolated = [
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Embedder-Policy', value: 'require-corp' },
];

export default {
  serverExternalPackages: ['headwise'],
  headers: async () => [{ source: '/(.*)', headers: isolated }],
  turbopack: { root: process.env.APPS_ROOT }, // the folder that has node_modules
};
