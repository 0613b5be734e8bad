import { describe, expect, it } from 'vitest'
import { csvOf } from './csv.ts'

const body = (...cells: string[]): string => csvOf([cells]).slice(1)

describe('a CSV file', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes %j harmless', (cell) => {
    expect(body(cell)).toContain(`'${cell}`)
  })

  it('quotes commas, quotes and line breaks (RFC 4180)', () => {
    expect(body('a,b', 'say "no"', 'two\nlines', 'plain')).toBe(
      '"a,b","say ""no""","two\nlines",plain\r\n',
    )
  })

  it('begins with a byte order mark and ends each row', () => {
    expect(csvOf([['a'], ['b']])).toBe('\uFEFFa\r\nb\r\n')
  })
})
