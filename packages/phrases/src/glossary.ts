import { accessEntries } from './glossary/access.ts'
import { applicationsEntries } from './glossary/applications.ts'
import { authenticatorsEntries } from './glossary/authenticators.ts'
import { cardsEntries } from './glossary/cards.ts'
import type { GlossaryHead, GlossaryPart } from './glossary/entry.ts'
import { ownAccountEntries } from './glossary/own-account.ts'
import { reportsAndSettingsEntries } from './glossary/reports-and-settings.ts'
import { usersEntries } from './glossary/users.ts'

const entries = [
  ...usersEntries,
  ...authenticatorsEntries,
  ...applicationsEntries,
  ...accessEntries,
  ...cardsEntries,
  ...reportsAndSettingsEntries,
  ...ownAccountEntries,
]

/** A word of the field, as people look for it. */
export interface GlossaryTerm {
  readonly head: GlossaryHead
  readonly at: string
  readonly name: string
  /** One sentence. */
  readonly meaning: string
  /** Other names: of other products, of everyday language, of earlier releases. */
  readonly also: readonly string[]
}

/** Several words in one text. */
export const wordsIn = (text: string): readonly string[] => text.split('; ')

/** The glossary in one language; `textAt` reads `glossary:terms.<head>.<part>`. */
export const glossaryTerms = (
  textAt: (head: GlossaryHead, part: GlossaryPart) => string,
): readonly GlossaryTerm[] =>
  entries.map(({ head, at, words }) => ({
    head,
    at,
    name: textAt(head, 'term'),
    meaning: textAt(head, 'meaning'),
    also: [...wordsIn(words), ...wordsIn(textAt(head, 'synonyms'))],
  }))
