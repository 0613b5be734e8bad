/** Letters that Unicode does not take apart into a plain one and a mark. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ['æ', 'ae'],
  ['ð', 'd'],
  ['đ', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ς', 'σ'],
])

/**
 * An answer as it is compared: people spell what they know in many ways. As PRECIS Nickname compares
 * (RFC 8266, section 2.4: width and compatibility forms, case, white space), and beyond it without
 * accents, apostrophes and punctuation. Empty when nothing is left.
 */
export const normaliseAnswer = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}'\u2018\u2019\u02bc`]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[æðđħıłøœþς]/g, (letter) => plainLetters.get(letter) ?? letter)
    .replace(/[\p{P}\p{S}\p{Z}\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC')

/** Words that mean the same, each list for itself; every word normalised. */
export type Synonyms = readonly (readonly string[])[]

/** More ways to say one answer are not tried. */
const mostVariants = 64

/**
 * What a normalised answer may have been written as: each of its words, or one that means the same.
 * The answer itself comes first, and is always among them.
 */
export const answerVariants = (answer: string, synonyms: Synonyms): readonly string[] => {
  const byWord = new Map(synonyms.flatMap((same) => same.map((word) => [word, same] as const)))
  let variants: readonly string[] = ['']
  for (const word of answer.split(' ')) {
    const others = (byWord.get(word) ?? []).filter((other) => other !== word)
    const fits = variants.length * (others.length + 1) <= mostVariants
    const words = fits ? [word, ...others] : [word]
    variants = words.flatMap((next) => variants.map((before) => `${before} ${next}`.trim()))
  }
  return variants
}

export type AnswerFault = 'too_simple' | 'in_question' | 'user_id'

interface Asked {
  readonly question: string
  readonly userId: string
  /** Letters and digits that an answer has at least. */
  readonly minimumLength: number
}

/** What makes an answer easy to guess by itself; null for nothing that can be seen. */
export const answerFault = (
  text: string,
  { question, userId, minimumLength }: Asked,
): AnswerFault | null => {
  const answer = normaliseAnswer(text)
  const signs = [...answer.replaceAll(' ', '')]
  if (signs.length < minimumLength || new Set(signs).size < 2) return 'too_simple'
  if (` ${normaliseAnswer(question)} `.includes(` ${answer} `)) return 'in_question'
  const [localPart = userId] = userId.split('@')
  return [userId, localPart].some((name) => normaliseAnswer(name) === answer) ? 'user_id' : null
}
