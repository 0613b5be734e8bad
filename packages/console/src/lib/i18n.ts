import { formatMessage, missingKey, type Values } from '@signet/phrases/format'
import type { Namespace } from '@signet/phrases/namespaces'
import type { Resources, TextKey } from '@signet/phrases/resources'
import { keysOf, messageOf, type Texts } from '@signet/phrases/texts'
import { tagOfLocale } from '@signet/rules/locales'
import { loadTextsOf } from './load-texts.ts'
import { createStore, useStore } from './store.ts'

export type { TextKey } from '@signet/phrases/resources'

const locale = createStore('en')
const loaded = new Map<string, Texts>()
const loading = new Map<string, Promise<Texts>>()

/** Loads a group of texts once; a failed load is tried again the next time. */
const loadGroup = (language: string, group: Namespace): Promise<Texts> => {
  const name = `${language}/${group}`
  const begun = loading.get(name)
  if (begun !== undefined) return begun
  const promise = loadTextsOf(language, group).then(
    (texts) => {
      loaded.set(name, texts)
      return texts
    },
    (error: unknown) => {
      loading.delete(name)
      throw error
    },
  )
  loading.set(name, promise)
  return promise
}

const everywhere = ['common', 'restApiErrors'] as const satisfies readonly Namespace[]

/** Speaks this language from now on; the texts that every screen needs are there when it returns. */
export const changeLocale = async (language: string): Promise<void> => {
  await Promise.all(everywhere.map((group) => loadGroup(language, group)))
  document.documentElement.lang = tagOfLocale(language)
  locale.set(language)
}

/** Loads groups ahead of their first use. */
export const loadTexts = async (groups: readonly Namespace[]): Promise<void> => {
  await Promise.all(groups.map((group) => loadGroup(locale.get(), group)))
}

const partsOf = (key: string): readonly [group: string, path: string] => {
  const at = key.indexOf(':')
  return [key.slice(0, at), key.slice(at + 1)]
}

const messageNow = (key: string): string | undefined => {
  const [group, path] = partsOf(key)
  const texts = loaded.get(`${locale.get()}/${group}`)
  return texts && messageOf(texts, path)
}

/** The codes that have a text below a key; only of groups that are loaded already. */
export const codesNow = (key: string): readonly string[] => {
  const [group, path] = partsOf(key)
  const texts = loaded.get(`${locale.get()}/${group}`)
  return texts ? keysOf(texts, path) : []
}

const filled = (key: string, values: Values = {}): string => {
  const message = messageNow(key)
  return message === undefined ? missingKey(key) : formatMessage(message, values, locale.get())
}

type TextGroup = keyof Resources
/** The text of a key in the visitor's language, its values filled in. */
type Text<N extends TextGroup = 'common'> = (key: TextKey<N | 'common'>, values?: Values) => string

/**
 * Texts of `common` and of the named groups, which are loaded on first use (suspends). The promise
 * is thrown: React takes up a render that waits in `use` where it stood, and does not forgive that
 * the texts are there by then and `use` is not called again.
 */
export const useText = <N extends TextGroup = 'common'>(...groups: readonly N[]): Text<N> => {
  const language = useStore(locale)
  for (const group of [...everywhere, ...groups]) {
    if (!loaded.has(`${language}/${group}`)) throw loadGroup(language, group)
  }
  return filled
}

/** The visitor's language. */
export const useLocale = (): string => useStore(locale)

/** A text outside of components; only of groups that are loaded already. */
export const textNow: Text = filled

/** The text of a code below a key; null where there is none, or not loaded. */
export const codeTextNow = (key: string, code: string): string | null =>
  messageNow(`${key}.${code}`) === undefined ? null : filled(`${key}.${code}`)

/** Whether the texts of a group are there in the visitor's language. */
export const isTextLoaded = (group: Namespace): boolean => loaded.has(`${locale.get()}/${group}`)

/** A text of any group; null where the group is not loaded. */
export const keyedTextNow = (key: TextKey, values: Values): string | null =>
  messageNow(key) === undefined ? null : filled(key, values)

/** The text of an error code, capitals for issuance; null when there is none. */
export const errorTextNow = (code: string, values: Values): string | null => {
  const key = /^[A-Z]/.test(code)
    ? `issuancePortal:restIssuanceApiErrors.${code}`
    : `restApiErrors:${code}`
  return messageNow(key) === undefined ? null : filled(key, values)
}
