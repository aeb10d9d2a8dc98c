// Type of an imported style sheet: its text, adopted by a root.

declare module '*.css' {
  const text: string;
  export default text;
}
