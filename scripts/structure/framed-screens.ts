import { resolveOwn } from './resolve.ts'
import { type Finding, isProduction, type Rule, type SourceFile } from './source-file.ts'

const face = 'packages/console/src'
/** Where pages are put together. What is below draws frames, what is above draws what is around pages. */
const pages = /^packages\/console\/src\/(?:features|pickers)\/.+\.tsx$/
const frame = /<(?:ListPage|DetailsPage|FormPage|TabbedPage|SettingsPage|ToolPage)\b/
const header = /<PageHeader\b|\bcomponent="h1"|\bvariant="h1"|<h1\b/

const loaded = /\bimport\('([^'\n]+\.tsx)'\)/g

/** The pages that records of screens load. */
const pagesOf = ({ path, text }: SourceFile): readonly string[] =>
  [...text.matchAll(loaded)].flatMap(([, specifier = '']) => resolveOwn(path, specifier) ?? [])

/** Whether the page, or a part of it in features and pickers, draws a frame. */
const isFramed = (page: string, files: ReadonlyMap<string, SourceFile>): boolean => {
  const seen = new Set([page])
  for (const path of seen) {
    const file = files.get(path)
    if (file === undefined) continue
    if (frame.test(file.text)) return true
    for (const { specifier } of file.imports) {
      const next = resolveOwn(path, specifier)
      if (next !== undefined && pages.test(next)) seen.add(next)
    }
  }
  return false
}

/** Every screen of the console draws one of the frames of pages; no page makes a header of its own. */
export const framedScreens: Rule = (files) => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const screens = files.filter(
    ({ path }) => path.startsWith(`${face}/features/`) && path.endsWith('.screens.ts'),
  )
  const unframed = [...new Set(screens.flatMap(pagesOf))].filter((page) => !isFramed(page, byPath))
  const ownHeaders = files.filter(
    (file) => isProduction(file) && pages.test(file.path) && header.test(file.text),
  )
  return [
    ...unframed.map((path): Finding => ({ path, message: 'draws none of the frames of pages' })),
    ...ownHeaders.map(
      ({ path }): Finding => ({ path, message: 'the header of a page is drawn by its frame' }),
    ),
  ]
}
