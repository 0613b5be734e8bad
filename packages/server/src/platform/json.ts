/** The value that a text or its bytes hold as JSON; undefined where they hold none. */
export const parsedJson = (text: string | Buffer): unknown => {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}
