import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Another seed draws other promises: change it and the list of coverage together. */
export const seed = 'signet-mutations-1'
export const drawSize = 60

const pages = ['server', 'faces', 'authenticators'] as const

interface Row {
  readonly id: string
  readonly cells: string
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const sectionsOf = (page: string): string[] =>
  readFileSync(new URL(`../../docs/coverage/${page}.md`, import.meta.url), 'utf8')
    .split(/^## /m)
    .slice(1)

/** Rows of the page about authenticators have no ids: the heading and the first cell name them. */
const idOf = (page: string, section: string, cell: string): string =>
  page === 'authenticators' ? `authenticators.${wordsOf(section)}.${wordsOf(cell)}` : cell

const rowsOf = (page: string): Row[] =>
  sectionsOf(page).flatMap((text) => {
    const section = text.slice(0, text.indexOf('\n'))
    return [...text.matchAll(/^\| ([^|]+?) \| (.+) \|$/gm)].map(([, cell = '', cells = '']) => ({
      id: idOf(page, section, cell),
      cells,
    }))
  })

/** The promises of docs/coverage that name a test file; those whose subject is not built name none. */
export const coverageIds = (): string[] =>
  pages
    .flatMap(rowsOf)
    .filter(({ cells }) => /`[^`]*\.test\.tsx?\b/.test(cells))
    .map(({ id }) => id)

/** Ranked by the names of the first draw, which had a space in `constant:…`. */
const rank = (id: string): string =>
  createHash('sha256')
    .update(`${seed} ${id.replace(/^constant:/, 'constant ')}`)
    .digest('hex')

/** The first `count` of the ids, ranked by the seed: always the same ones for the same ids. */
export const draw = (count: number = drawSize): string[] =>
  coverageIds()
    .map((id) => ({ id, rank: rank(id) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id)
