// The programs that the machine needs, how to find each, and its package in Debian and Homebrew.
// Emscripten is not listed here: there is more than one way to it (toolchain.ts).

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { find } from '../tools/run.js';

export interface Requirement {
  /** as people say it */
  name: string;
  present: () => unknown;
  /** its packages there */
  debian: string[];
  /** the argument of `brew install` */
  brew?: string;
  /** on Ubuntu, instead of a package: the argument of `snap install` */
  snap?: string;
  /** its benefit: it is installed on Debian, and elsewhere left out */
  helps?: string;
}

const INCLUDE_FOLDERS = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];

/** The folder that holds Eigen's headers, or null. */
export function eigenFolder() {
  const folders = INCLUDE_FOLDERS.map((folder) => join(folder, 'eigen3'));
  return folders.find((folder) => existsSync(join(folder, 'Eigen/Core'))) ?? null;
}

/** The programs that the tests start; null where one is missing. */
export const programs = {
  clang: () => find('clang++-19', '/opt/homebrew/opt/llvm@19/bin/clang++', 'clang++'),
  clangFormat: () => find('clang-format-19', '/opt/homebrew/opt/llvm@19/bin/clang-format'),
  chromium: () =>
    find(
      'chromium',
      'google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ),
  headlessShell: () => find('chromium-headless-shell'),
  firefox: () => find('firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'),
  webKitDriver: () => find('WebKitWebDriver'),
};

/** The fonts that the tests show their pages in. */
export const fontFolders = {
  dejavu: '/usr/share/fonts/truetype/dejavu',
  liberation: '/usr/share/fonts/truetype/liberation',
};

/** Requirements of the build besides Emscripten. */
export const forBuild: Requirement[] = [
  { name: 'CMake', present: () => find('cmake'), debian: ['cmake'], brew: 'cmake' },
  { name: 'Ninja', present: () => find('ninja'), debian: ['ninja-build'], brew: 'ninja' },
  { name: 'Python 3', present: () => find('python3'), debian: ['python3'], brew: 'python' },
  { name: 'Eigen 3', present: eigenFolder, debian: ['libeigen3-dev'], brew: 'eigen' },
];

/** Requirements of an unpacked Emscripten. */
export const forUnpacked: Requirement[] = [
  { name: 'Clang 19', present: () => find('clang-19'), debian: ['clang-19'] },
  { name: 'LLD 19', present: () => find('wasm-ld-19'), debian: ['lld-19'] },
  {
    name: 'LLVM 19',
    present: () => existsSync('/usr/lib/llvm-19/bin/llvm-ar'),
    debian: ['llvm-19'],
  },
];

/** Compilers of the native tests. */
export const forNativeTests: Requirement[] = [
  { name: 'Clang 19', present: programs.clang, debian: ['clang-19'], brew: 'llvm@19' },
  {
    name: "Clang 19's sanitizers",
    present: () => existsSync('/usr/lib/llvm-19/lib/clang/19/lib'),
    debian: ['libclang-rt-19-dev'],
    brew: 'llvm@19',
  },
  {
    name: 'GoogleTest',
    present: () => INCLUDE_FOLDERS.some((folder) => existsSync(join(folder, 'gtest/gtest.h'))),
    debian: ['libgtest-dev'],
    brew: 'googletest',
  },
];

/** Programs that tests start. */
export const forRunningTests: Requirement[] = [
  {
    name: 'clang-format 19',
    present: programs.clangFormat,
    debian: ['clang-format-19'],
    brew: 'llvm@19',
  },
  {
    name: 'Chromium',
    present: programs.chromium,
    debian: ['chromium'],
    brew: 'google-chrome',
    snap: 'chromium',
  },
  {
    name: "Chromium's headless shell",
    present: programs.headlessShell,
    debian: ['chromium-headless-shell'],
    // a page takes 30 % less processor time, and 50 % less where it only follows an address
    helps: 'the tests take less time',
  },
  {
    name: 'Firefox',
    present: programs.firefox,
    debian: ['firefox-esr'],
    brew: 'firefox',
    snap: 'firefox',
  },
  {
    name: 'WebKitGTK with its driver',
    present: programs.webKitDriver,
    debian: ['webkit2gtk-driver'],
  },
  {
    name: 'DejaVu and Liberation fonts',
    present: () =>
      process.platform !== 'linux' ||
      Object.values(fontFolders).every((folder) => existsSync(folder)),
    debian: ['fonts-dejavu-core', 'fonts-liberation'],
  },
  { name: 'Xvfb', present: () => find('xvfb-run'), debian: ['xvfb', 'xauth'] },
];
