/* Values at the edges of what JSON, dates and texts can say, each put in the place of one value of a right call. */

/** As written in JSON: some of them cannot be said by a value of this language. */
export const numbers: readonly string[] = [
  '9007199254740992',
  '-9007199254740993',
  '9223372036854775808',
  '1e309',
  '-1e309',
  '-0',
  '1e-320',
  '0.1',
  '2147483648',
]

/** The first and the last moments that programs and databases know, and some that there never were. */
export const dates: readonly string[] = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00.000Z',
  '2026-12-31T23:59:60.000Z',
  '0000-01-01',
  '9999-12-31',
  '275760-09-13',
]

/** JSON of texts that are no texts: NUL, halves of characters, marks upon marks. */
export const texts: readonly string[] = [
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\ud800"`,
  String.raw`"a\udc00\ud800b"`,
  JSON.stringify(`e${'\u0301'.repeat(300)}`),
  '"__proto__"',
  '"constructor"',
]

/** Other kinds than any value has. */
const kinds: readonly string[] = ['null', '[]', '{}', 'true', '{"__proto__":{"a":1}}', '[[[[]]]]']

const isDate = (value: string): boolean => /^\d{4}-\d\d-\d\d(?:T|$)/.test(value)

const insteadOf = (value: unknown): readonly string[] => {
  if (typeof value === 'number') return [...numbers, ...kinds]
  if (typeof value !== 'string') return kinds
  return isDate(value) ? [...dates.map((date) => JSON.stringify(date)), ...texts] : [...texts, '0']
}

type Path = readonly string[]

/** Where a value stands that is no object and no list. */
const leavesOf = (value: unknown, path: Path = []): readonly (readonly [Path, unknown])[] => {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]))
}

const written = (value: unknown, path: Path, raw: string): string => {
  const [first, ...rest] = path
  if (first === undefined) return raw
  if (Array.isArray(value)) {
    const parts = value.map((part, at) =>
      String(at) === first ? written(part, rest, raw) : JSON.stringify(part),
    )
    return `[${parts.join(',')}]`
  }
  const parts = Object.entries(Object(value)).flatMap(([key, part]) => {
    const text = key === first ? written(part, rest, raw) : JSON.stringify(part)
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`]
  })
  return `{${parts.join(',')}}`
}

/** JSON of a body, each time with one value of it replaced. */
export const edgesOf = (body: unknown): readonly string[] => {
  // A body that may be left out, too.
  const plain: unknown = JSON.parse(JSON.stringify(body ?? {}))
  const whole = kinds.filter((raw) => raw !== '{}')
  const parts = leavesOf(plain).flatMap(([path, value]) =>
    insteadOf(value).map((raw) => written(plain, path, raw)),
  )
  return [...whole, ...parts]
}

/** As many within one another as a request of a megabyte can hold. */
const deep = 400_000
export const deepJson: Readonly<Record<string, string>> = {
  'lists within lists': `${'['.repeat(deep)}${']'.repeat(deep)}`,
  'objects within objects': `${'{"a":'.repeat(deep / 4)}1${'}'.repeat(deep / 4)}`,
  'lists that do not end': '['.repeat(deep * 2),
  'a text that does not end': `"${'\\'.repeat(deep * 2 - 1)}`,
  'one key a hundred thousand times': `{${'"a":1,'.repeat(100_000)}"a":1}`,
  'a hundred thousand keys': `{${Array.from({ length: 100_000 }, (_, at) => `"${at}":1`).join(',')}}`,
  'a number of a million digits': '9'.repeat(1_000_000),
}
