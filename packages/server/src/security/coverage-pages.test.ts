import { describe, expect, it } from 'vitest'
import { missingTests, readPage } from './sweep/pages.ts'

interface Row {
  readonly page: string
  readonly section: string
  readonly id: string
  readonly shownBy: readonly string[]
}

const rowsOf = (page: string): Row[] =>
  readPage(`docs/coverage/${page}.md`)
    .split(/^## /m)
    .slice(1)
    .flatMap((text) =>
      [...text.matchAll(/^\| ([^|]+) \| (.+) \|$/gm)]
        .filter(([, id]) => id !== 'id')
        .map(([, id = '', cell = '']) => ({
          page,
          section: text.slice(0, text.indexOf('\n')),
          id,
          shownBy: cell.split('<br>'),
        })),
    )

const rows = ['server', 'faces'].flatMap(rowsOf)

/** A constant may be called as the behaviour that it belongs to. */
const keyOf = ({ section, id }: Row): string => (section === 'Constants' ? `constant ${id}` : id)

describe('the pages about coverage', () => {
  it('name tests that exist, or the subject that brings them', () => {
    const cells = rows.flatMap(({ shownBy }) => shownBy)
    const bare = cells.filter((cell) => !/^(?:`[^`›]+ › .+`|later: \S.*)$/.test(cell))
    expect(bare).toEqual([])
    const named = cells
      .map((cell) => /^`([^`›]+) › (.+)`$/.exec(cell))
      .filter((match) => match !== null)
      .map(([, file = '', name = '']) => ({ file, name }))
    expect(named.length).toBeGreaterThan(500)
    expect(missingTests(named)).toEqual([])
  })

  it('give no id twice', () => {
    const keys = rows.map(keyOf)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it('are counted in the index', () => {
    const counted = [...Map.groupBy(rows, ({ page, section }) => `| ${page} | ${section} |`)]
    const lines = counted.map(([place, { length }]) => `${place} ${length} |`)
    const index = readPage('docs/coverage.md')
    expect([...index.matchAll(/^\| (?:server|faces) \| .+ \|$/gm)].map(([line]) => line)).toEqual(
      lines,
    )
    expect(index).toContain(`| | all | ${rows.length} |`)
  })
})
