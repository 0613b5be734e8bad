/** What was typed of the secrets: those left empty stay as they are. */
export const typedSecrets = (typed: Readonly<Record<string, string>>) => {
  const given = Object.entries(typed).filter(([, value]) => value !== '')
  return given.length === 0 ? {} : { secrets: Object.fromEntries(given) }
}
