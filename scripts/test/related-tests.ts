import { dirname } from 'node:path'

/** Folders of one subject in other packages: `packages/<package>/src/<area>/<subject>`. */
const subjectOf = (
  file: string,
): { readonly area: string; readonly subject: string } | undefined => {
  const match =
    /^packages\/(?:contract\/src|server\/src\/modules|console\/src\/features)\/([^/]+)\/([^/.]+)/.exec(
      file,
    )
  const [, area, subject] = match ?? []
  return area === undefined || subject === undefined ? undefined : { area, subject }
}

const foldersOf = (file: string): string[] => {
  const about = subjectOf(file)
  if (about === undefined) return [dirname(file)]
  const path = `${about.area}/${about.subject}`
  return [`packages/server/src/modules/${path}`, `packages/console/src/features/${path}`]
}

const isBelow = (test: string, folder: string): boolean => test.startsWith(`${folder}/`)

/** The tests nearest to a folder: in it, else in the first folder above that has some. */
const nearest = (folder: string, tests: readonly string[]): string[] => {
  for (let place = folder; place.split('/').length >= 3; place = dirname(place)) {
    const found = tests.filter((test) => dirname(test) === place)
    if (found.length > 0) return found
  }
  return []
}

/** The sweeps that read the scenarios of a module. */
const sweeps = ['crawl', 'effects', 'foreign-ids'].map(
  (name) => `packages/server/src/security/${name}.test.ts`,
)

const sweepsOf = (file: string): readonly string[] => (file.endsWith('.scenarios.ts') ? sweeps : [])

/**
 * The tests that are about the changed files: those changed themselves, those of the same subject in
 * service and console, else those nearest to the file; for the scenarios of a module the sweeps too.
 */
export const relatedTests = (
  changed: Iterable<string>,
  tests: readonly string[],
): readonly string[] => {
  const related = new Set<string>()
  for (const file of changed) {
    const folders = foldersOf(file)
    const ofSubject = tests.filter((test) => folders.some((folder) => isBelow(test, folder)))
    const found = tests.includes(file)
      ? [file]
      : ofSubject.length > 0
        ? ofSubject
        : nearest(dirname(file), tests)
    for (const test of [...found, ...sweepsOf(file)]) related.add(test)
  }
  return tests.filter((test) => related.has(test))
}
