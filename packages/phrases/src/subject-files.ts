import { flatNamespaces } from './namespaces.ts'
import type { Texts } from './texts.ts'

/*
 * `<locale>/subjects/<subject>.json` holds all texts of one subject, by namespace and group: it is read as if
 * each group were in a file of its own.
 */

export const isSubjectFile = (path: string): boolean => path.split('/')[1] === 'subjects'

/** The subjects' files of the languages that a pattern such as `{en,de}/common/*.json` names. */
export const subjectFilesFor = (pattern: string): string =>
  `${pattern.slice(0, pattern.indexOf('/'))}/subjects/*.json`

const textsIn = (part: string | Texts, path: string): Texts => {
  if (typeof part === 'string') throw new Error(`${path} has a text outside a group: ${part}`)
  return part
}

/** The groups of a subject's file, by the paths of the files that they are read as. */
export const partsOf = (path: string, texts: Texts): (readonly [path: string, texts: Texts])[] => {
  const [locale = '', , file = ''] = path.split('/')
  return Object.entries(texts).flatMap(([namespace, part]) => {
    const groups = textsIn(part, path)
    if (flatNamespaces.has(namespace)) return [[`${locale}/${namespace}/${file}`, groups] as const]
    return Object.entries(groups).map(
      ([group, own]) => [`${locale}/${namespace}/${group}.json`, textsIn(own, path)] as const,
    )
  })
}

/** `{de,en}.json` allows for `de.json` and `en.json`. */
const choicesIn = (segment: string): readonly string[] => {
  const [, choices, ending = ''] = /^\{([^}]*)\}(.*)$/.exec(segment) ?? []
  return choices?.split(',').map((choice) => `${choice}${ending}`) ?? [segment]
}

/** Whether a path is one that the pattern names; `*` is at the beginning of a name. */
export const fitsPattern = (pattern: string, path: string): boolean => {
  const names = path.split('/')
  return pattern.split('/').every((segment, at) =>
    choicesIn(segment).some((choice) => {
      const name = names[at] ?? ''
      return choice.startsWith('*') ? name.endsWith(choice.slice(1)) : name === choice
    }),
  )
}
