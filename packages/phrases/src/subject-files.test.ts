import { describe, expect, it } from 'vitest'
import { readTextFiles } from './node.ts'
import { fitsPattern, isSubjectFile, partsOf, subjectFilesFor } from './subject-files.ts'
import { joinedTexts } from './texts.ts'

describe('a file with the texts of a subject', () => {
  it('is read as one file for each group', () => {
    const texts = {
      common: { pages: { gadgets: 'Gadgets' } },
      resource: { gadgets: { add: 'Add gadget' }, webhooks: { groups: { GADGET: 'Gadgets' } } },
      restApiErrors: { gadget_full: 'The gadget is full.' },
    }
    expect(Object.fromEntries(partsOf('de/subjects/gadgets.json', texts))).toEqual({
      'de/common/pages.json': { gadgets: 'Gadgets' },
      'de/resource/gadgets.json': { add: 'Add gadget' },
      'de/resource/webhooks.json': { groups: { GADGET: 'Gadgets' } },
      'de/restApiErrors/gadgets.json': { gadget_full: 'The gadget is full.' },
    })
  })

  it('is rejected with a text outside a group', () => {
    expect(() => partsOf('de/subjects/gadgets.json', { common: { pages: 'Gadgets' } })).toThrow(
      'de/subjects/gadgets.json has a text outside a group: Gadgets',
    )
  })

  it('is found for the languages of a pattern, and told by its folder', () => {
    expect(subjectFilesFor('{en,de}/common/*.json')).toBe('{en,de}/subjects/*.json')
    expect(isSubjectFile('de/subjects/gadgets.json')).toBe(true)
    expect(isSubjectFile('de/dashboard/subjects.json')).toBe(false)
  })

  it('is read with the files of its namespaces, and with no other', () => {
    const files = readTextFiles('en/resource/*.json', 'en/common/{pages,menu}.json')
    expect(files['en/resource/acrs.json']).toHaveProperty('add')
    expect(files['en/common/pages.json']).toHaveProperty('acrs')
    expect(files['en/common/pages.json']).toHaveProperty('users')
    expect(Object.keys(files).filter((path) => !/^en\/(?:resource|common)\//.test(path))).toEqual(
      [],
    )
    expect(Object.keys(readTextFiles('en/members/*.json'))).not.toContain('en/common/pages.json')
  })
})

describe('a pattern', () => {
  it.each([
    ['en/*/*.json', 'en/common/pages.json'],
    ['{en,de}/common/*.json', 'de/common/pages.json'],
    ['*/restApiErrors/{general,users}.json', 'fr/restApiErrors/users.json'],
  ])('%s names %s', (pattern, path) => {
    expect(fitsPattern(pattern, path)).toBe(true)
  })

  it.each([
    ['en/common/*.json', 'de/common/pages.json'],
    ['en/common/*.json', 'en/members/users.json'],
    ['*/restApiErrors/{general,users}.json', 'fr/restApiErrors/flows.json'],
  ])('%s does not name %s', (pattern, path) => {
    expect(fitsPattern(pattern, path)).toBe(false)
  })
})

describe('texts of two files', () => {
  it('are joined group by group, new keys where they sort', () => {
    const joined = joinedTexts({ a: 'A', c: { x: 'X' } }, { b: 'B', c: { y: 'Y' } }, 'a.json')
    expect(joined).toEqual({ a: 'A', b: 'B', c: { x: 'X', y: 'Y' } })
    expect(Object.keys(joined)).toEqual(['a', 'b', 'c'])
  })

  it('are rejected with two texts for one key, which the error names', () => {
    expect(() => joinedTexts({ b: { a: 'A' } }, { b: { a: 'Other' } }, 'en/c/d.json')).toThrow(
      'en/c/d.json b a has two texts',
    )
  })
})
