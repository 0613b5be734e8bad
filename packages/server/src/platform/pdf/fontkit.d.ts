/** The part of fontkit that is used; it brings no types of its own. */
declare module 'fontkit' {
  interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export const openSync: (path: string) => Font
}
