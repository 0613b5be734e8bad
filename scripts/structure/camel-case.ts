/** `sign-in` as a name in code: `signIn`. */
export const camelCase = (name: string): string =>
  name.replace(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
