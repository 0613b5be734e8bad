const heading = '## Unreleased'

/** What has changed since the last release: the section without its heading. */
export const unreleased = (changelog: string): string => {
  const [, after = ''] = changelog.split(`${heading}\n`, 2)
  return (after.split(/^## /m, 1)[0] ?? '').trim()
}

/** The changelog with the unreleased section under a version, and an empty one above it. @throws Error */
export const withRelease = (changelog: string, version: string, date: string): string => {
  if (unreleased(changelog) === '') throw new Error('The changelog says nothing under Unreleased.')
  return changelog.replace(`${heading}\n`, () => `${heading}\n\n## ${version} - ${date}\n`)
}
