import { compilePattern, occursIn } from '../src/patterns.ts'

/** Whether a pattern occurs in a text; one that does not compile or takes too long does not. */
export const matchesPattern = (text: string, source: string): boolean => {
  const pattern = compilePattern(source)
  return pattern !== null && occursIn(text, pattern) === true
}
