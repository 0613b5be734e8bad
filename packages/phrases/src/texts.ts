/** Texts of one namespace: messages by key, nested as in the files. */
export interface Texts {
  readonly [key: string]: string | Texts
}

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((part) => typeof part === 'string' || isTexts(part))

/** @throws when a file holds anything but nested texts */
export const parseTexts = (value: unknown, file: string): Texts => {
  if (!isTexts(value)) throw new Error(`${file} holds something that is no text`)
  return value
}

/** The texts of `truth`, in the words of `own` where it has some; other keys of `own` are left out. */
export const filledFrom = (truth: Texts, own: Texts): Texts =>
  Object.fromEntries(
    Object.entries(truth).map(([key, value]) => {
      const word = Object.hasOwn(own, key) ? own[key] : undefined
      if (typeof value === 'string') return [key, typeof word === 'string' ? word : value]
      return [key, typeof word === 'object' ? filledFrom(value, word) : value]
    }),
  )

/**
 * Both as one; a new key comes where its name sorts. `where` names them in the error.
 * @throws for a key that both have a text for
 */
export const joinedTexts = (texts: Texts, more: Texts, where: string): Texts => {
  const entries = Object.entries(texts)
  for (const [key, value] of Object.entries(more)) {
    const at = entries.findIndex(([other]) => other === key)
    const present = entries[at]?.[1]
    if (present === undefined) {
      const next = entries.findIndex(([other]) => other > key)
      entries.splice(next === -1 ? entries.length : next, 0, [key, value])
    } else if (typeof present === 'string' || typeof value === 'string') {
      throw new Error(`${where} ${key} has two texts: take another name for one of them`)
    } else {
      entries[at] = [key, joinedTexts(present, value, `${where} ${key}`)]
    }
  }
  return Object.fromEntries(entries)
}

/** Keys with their messages, keys written with dots. */
export const flatten = (texts: Texts, prefix = ''): Map<string, string> => {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') flat.set(prefix + key, value)
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text)
  }
  return flat
}

/** What is at a dotted key: a message, the texts below it, or undefined. */
const textsAt = (texts: Texts, key: string): string | Texts | undefined => {
  let here: string | Texts | undefined = texts
  for (const part of key.split('.')) {
    if (typeof here !== 'object' || !Object.hasOwn(here, part)) return undefined
    here = here[part]
  }
  return here
}

/** The message of a dotted key; undefined when there is none. */
export const messageOf = (texts: Texts, key: string): string | undefined => {
  const found = textsAt(texts, key)
  return typeof found === 'string' ? found : undefined
}

/** The keys directly below a dotted key. */
export const keysOf = (texts: Texts, key: string): readonly string[] => {
  const found = textsAt(texts, key)
  return typeof found === 'object' ? Object.keys(found) : []
}
