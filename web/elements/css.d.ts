// A style sheet that is imported is its text, to be adopted by a root.

declare module '*.css' {
  const text: string;
  export default text;
}
