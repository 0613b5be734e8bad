import { type GlossaryTerm, glossaryTerms, wordsIn } from '@signet/phrases/glossary'
import { type Hit, isPartOfWord, type Sought, searchWords } from '@signet/rules/word-search'
import type { Screen, SettingsSection } from '../kit/screen.ts'
import { codesNow, codeTextNow, keyedTextNow, loadTexts, textNow } from '../lib/i18n.ts'
import { searchLike, searchNearly } from './menu-search.ts'
import { type Choice, mistypedRank, type Ranked } from './palette-blocks.ts'
import { menuScreenOf, type Offer, screenAt } from './screens-context.tsx'

/** What the frame does by itself, such as signing out. */
export interface FrameAction {
  readonly id: string
  readonly label: string
  /** Its other names in the glossary. */
  readonly words: 'dark' | 'light' | 'signOut'
  readonly perform: () => void
}

interface Destination extends Sought, Pick<Choice, 'id' | 'to' | 'perform' | 'detail'> {
  /** A field: whatever else has the words comes before it. */
  readonly isField?: boolean
}

const choiceKinds = ['pages', 'actions', 'settings'] as const
export type ChoiceKind = (typeof choiceKinds)[number]

interface Choices {
  readonly kind: ChoiceKind
  readonly found: readonly Ranked[]
}

/** Lines of a kind once something is typed. */
const most = 8

const actionWords = (name: FrameAction['words'] | 'add'): readonly string[] =>
  wordsIn(keyedTextNow(`glossary:actions.${name}`, {}) ?? '')

/** A page that only adds something: what it is for is to act. */
const isAction = ({ needs, menu }: Screen): boolean => needs?.[1] === 'ADD' && menu === undefined

const hasAddress = ({ path }: Screen): boolean => !path.includes(':')

const pagesOf = ({ visible }: Offer): readonly Destination[] =>
  visible
    .filter((screen) => hasAddress(screen) && !isAction(screen))
    .map(({ path, title }) => ({ id: path, name: textNow(title), to: path }))

const actionsOf = ({ visible }: Offer, frame: readonly FrameAction[]): readonly Destination[] => [
  ...visible
    .filter((screen) => hasAddress(screen) && isAction(screen))
    .map(({ path, title }) => ({
      id: path,
      name: textNow(title),
      to: path,
      also: actionWords('add'),
    })),
  ...frame.map(({ id, label, words, perform }) => ({
    id,
    name: label,
    also: actionWords(words),
    perform,
  })),
]

const fieldsOf = ({ path, fields, only }: SettingsSection, detail: string) =>
  (fields === undefined ? [] : codesNow(fields))
    .filter((name) => only?.includes(name) ?? true)
    .flatMap((name): readonly Destination[] => {
      const label = codeTextNow(fields ?? '', name)
      const to = `${path}?field=${fields}.${name}`
      return label === null ? [] : [{ id: to, name: label, detail, to, isField: true }]
    })

/** The tabs of settings, and the fields of pages and tabs. */
const settingsOf = (
  { visible }: Offer,
  sections: readonly SettingsSection[],
): readonly Destination[] =>
  sections.flatMap((section) => {
    const { path, title } = section
    const screen = screenAt(path, visible)
    if (screen === undefined) return []
    const page = textNow(screen.title)
    const name = title && keyedTextNow(title, {})
    if (!name) return fieldsOf(section, page)
    return [{ id: path, name, detail: page, to: path }, ...fieldsOf(section, `${page} › ${name}`)]
  })

const choiceOf = (
  { item: { id, name, detail, to, perform }, by }: Hit<Destination>,
  terms: readonly GlossaryTerm[],
): Choice => {
  const term = terms.find((one) => one.at === to && [one.name, ...one.also].includes(by))
  const isNamed = term === undefined || by === name
  const shown = isNamed ? detail : term.name
  return {
    id,
    label: name,
    ...(shown === undefined ? {} : { detail: shown }),
    ...(isNamed ? {} : { hint: term.meaning }),
    ...(to === undefined ? {} : { to }),
    ...(perform === undefined ? {} : { perform }),
  }
}

/** With the words of the glossary that lead there. */
const withTerms =
  (terms: readonly GlossaryTerm[]) =>
  (place: Destination): Sought => ({
    name: place.name,
    also: [
      ...terms.filter(({ at }) => at === place.to).flatMap(({ name, also }) => [name, ...also]),
      ...(place.also ?? []),
    ],
  })

/** A field of this very name comes after another name of a page, before parts of such names. */
const behind = 4

interface Found {
  readonly hit: Hit<Destination>
  readonly isSimilar: boolean
}

const foundOf = (hits: readonly Hit<Destination>[]): readonly Found[] =>
  hits
    .map((hit) => ({
      hit: hit.item.isField === true ? { ...hit, rank: hit.rank + behind } : hit,
      isSimilar: isPartOfWord(hit.rank),
    }))
    .toSorted((one, other) => one.hit.rank - other.hit.rank)

const mistyped = (places: readonly Destination[], typed: string): readonly Found[] =>
  searchNearly(places, typed).map((item) => ({
    hit: { item, by: item.name, rank: mistypedRank },
    isSimilar: true,
  }))

export interface Search {
  /** The pages of the drawer with these words, the best first. */
  readonly menuPages: (offer: Offer, typed: string) => readonly Screen[]
  /** What the palette offers of itself, by kind. */
  readonly choices: (
    offer: Offer,
    frame: readonly FrameAction[],
    typed: string,
  ) => readonly Choices[]
}

const menuPages =
  (terms: readonly GlossaryTerm[]): Search['menuPages'] =>
  ({ all, visible }, typed) => {
    const leading = terms.map((term) => {
      const screen = screenAt(term.at, all)
      return { term, page: screen && menuScreenOf(screen, all)?.path }
    })
    const named = visible
      .filter(({ menu }) => menu !== undefined)
      .map((screen) => ({
        screen,
        name: textNow(screen.title),
        also: leading
          .filter(({ page }) => page === screen.path)
          .flatMap(({ term: { name, also } }) => [name, ...also]),
      }))
    return searchLike(named, typed).map(({ screen }) => screen)
  }

const choices =
  (terms: readonly GlossaryTerm[], sections: readonly SettingsSection[]): Search['choices'] =>
  (offer, frame, typed) => {
    const places: Readonly<Record<ChoiceKind, readonly Destination[]>> = {
      pages: pagesOf(offer),
      actions: actionsOf(offer, frame),
      settings: settingsOf(offer, sections),
    }
    const byWords = choiceKinds.map((kind) =>
      foundOf(searchWords(places[kind], withTerms(terms), typed)),
    )
    const isFound = byWords.some((found) => found.length > 0)
    return choiceKinds.map((kind, at) => {
      const found = isFound ? byWords[at] : mistyped(places[kind], typed)
      return {
        kind,
        found: (found ?? []).slice(0, most).map(({ hit, isSimilar }) => ({
          choice: choiceOf(hit, terms),
          rank: hit.rank,
          isSimilar,
        })),
      }
    })
  }

/** Loads what is searched: the glossary, and the fields of settings. */
export const openSearch = async (load: Offer['sections']): Promise<Search> => {
  const [sections] = await Promise.all([
    Promise.all(load.map((one) => one())),
    loadTexts(['customization', 'glossary', 'settings']),
  ])
  const terms = glossaryTerms(
    (head, part) => keyedTextNow(`glossary:terms.${head}.${part}`, {}) ?? '',
  )
  return { menuPages: menuPages(terms), choices: choices(terms, sections.flat()) }
}
