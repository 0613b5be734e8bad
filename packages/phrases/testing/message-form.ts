import { type Part, parseMessage } from '../src/message.ts'

type Choice = Extract<Part, { kind: 'choice' }>

const walk = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) =>
    part.kind === 'choice' ? [part, ...[...part.cases.values()].flatMap(walk)] : [part],
  )

const choicesOf = (message: string): readonly Choice[] =>
  walk(parseMessage(message)).filter((part) => part.kind === 'choice')

const fixedCases = (part: Choice): string => {
  const names = [...part.cases.keys()].toSorted()
  return (part.type === 'select' ? names : names.filter((name) => name.startsWith('='))).join(' ')
}

const nameOf = (part: Part): string => {
  if (part.kind === 'value') return `${part.name}: ${part.type}`
  return part.kind === 'choice' ? `${part.name}: ${part.type} ${fixedCases(part)}` : ''
}

/** The arguments of a message and the cases that no language may change: equal in all of them. */
export const formOf = (message: string): readonly string[] =>
  [...new Set(walk(parseMessage(message)).map(nameOf))].filter((name) => name !== '').toSorted()

const typeOf = (part: Choice) => (part.type === 'plural' ? 'cardinal' : 'ordinal')

/** What a language calls the numbers that people meet; millions have a form of their own in some. */
const usual = (rules: Intl.PluralRules): readonly string[] => [
  ...new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count))),
]

/** What is wrong with the plurals of a message in a language, as `count lacks few`. */
export const pluralFaults = (message: string, locale: string): readonly string[] =>
  choicesOf(message)
    .filter(({ type }) => type !== 'select')
    .flatMap((part) => {
      const rules = new Intl.PluralRules(locale, { type: typeOf(part) })
      const known = rules.resolvedOptions().pluralCategories
      const named = [...part.cases.keys()].filter((name) => !name.startsWith('='))
      const isCounted = named.length > 1 || known.length === 1
      const needed = isCounted ? usual(rules) : []
      return [
        ...needed
          .filter((name) => !named.includes(name))
          .map((name) => `${part.name} lacks ${name}`),
        ...named
          .filter((name) => name !== 'other' && !known.some((each) => each === name))
          .map((name) => `${part.name} never is ${name}`),
      ]
    })

/** Whether there is a word in a message that could be translated at all. */
export const hasWords = (message: string): boolean => {
  const isWord = (part: Part): boolean => part.kind === 'text' && /\p{L}{2}/u.test(part.text)
  return walk(parseMessage(message)).some(
    (part) =>
      isWord(part) || (part.kind === 'choice' && [...part.cases.values()].flat().some(isWord)),
  )
}
