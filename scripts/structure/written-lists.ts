import { featureList, featureListPath } from './feature-list.ts'
import { moduleList, moduleListPath } from './module-list.ts'
import { phraseLists } from './phrase-lists.ts'
import type { Rule, SourceFile } from './source-file.ts'
import { tableList, tableListPath } from './table-list.ts'

interface WrittenList {
  readonly path: string
  readonly text: string
}

/** The files that `npm run modules` writes from the names of the others. */
export const writtenLists = (files: readonly SourceFile[]): readonly WrittenList[] => [
  { path: moduleListPath, text: moduleList(files) },
  { path: tableListPath, text: tableList(files) },
  { path: featureListPath, text: featureList(files) },
  ...phraseLists(files),
]

/** They are as they are written now. */
export const listsAreCurrent: Rule = (files) => {
  const present = new Map(files.map(({ path, text }) => [path, text]))
  return writtenLists(files)
    .filter(({ path, text }) => present.has(path) && present.get(path) !== text)
    .map(({ path }) => ({ path, message: 'is out of date: npm run modules' }))
}
