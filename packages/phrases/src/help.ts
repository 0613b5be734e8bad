import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../help')

/** The body of a page of the help guide: HTML that begins with its heading; null without one. */
export const helpPageOf = (locale: string, page: string): string | null => {
  const path = join(folder, locale, `${page}.html`)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
