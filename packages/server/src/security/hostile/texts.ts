/* Texts made to take more work than their length. */

/** What careless expressions and parsers look through again and again, repeated. */
export const units: readonly string[] = [
  ' ',
  '\t\n',
  '+',
  '=',
  '/',
  '-',
  'a.',
  'a@a.',
  'http://a:',
  '[',
  '(',
  '{{',
  '<a ',
  '"',
  '\\',
  'CN=a,',
  'e\u0301',
  '\u0301',
  '\u3000',
  '9',
]

/** As long as a request can be. */
export const requestSize = 1_000_000

const whole = new Map(units.map((unit) => [unit, unit.repeat(requestSize / unit.length)]))

/** As many of a unit as a request can hold, or fewer. */
export const longText = (unit: string, length: number): string =>
  (whole.get(unit) ?? '').slice(0, length)

/** The same with a wrong end, so that nothing that is looked for is found. */
export const wrongText = (unit: string, length: number): string =>
  `${longText(unit, Math.max(0, length - 1))}!`
