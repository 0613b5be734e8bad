import { describe, expect, it } from 'vitest'
import { missingTests, readPage } from './sweep/pages.ts'

const page = readPage('docs/security.md')

describe('the page about attacks', () => {
  it('names tests that exist', () => {
    const named = [...page.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, file = '', name = '']) => ({
      file,
      name,
    }))
    expect(named.length).toBeGreaterThan(80)
    expect(missingTests(named)).toEqual([])
  })

  it('shows or postpones each attack, and numbers them without a gap', () => {
    const sections = page.split(/^### /m).slice(1)
    expect(sections.map((text) => text.slice(0, text.indexOf('.')))).toEqual(
      sections.map((_, index) => `S${index + 1}`),
    )
    const bare = sections.filter((text) => !/^- (?:`|\*pending\*: \w)/m.test(text))
    expect(bare).toEqual([])
  })
})
