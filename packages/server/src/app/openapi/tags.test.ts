import { describe, expect, it } from 'vitest'
import { tagOf, tagsOf } from './tags.ts'

const gadgets = {
  path: '/api/web/v1/gadgets/:id',
  about: { noun: 'gadget', tag: { name: 'Gadgets', description: 'Things with a lid.' } },
}

describe('the tag of a call', () => {
  it('is found by the beginning of its path', () => {
    expect(tagOf({ path: '/api/web/v3/users/:id' })).toBe('Users')
  })

  it('is its own where the call declares one', () => {
    expect(tagOf(gadgets)).toBe('Gadgets')
  })

  it('has to be known', () => {
    expect(() => tagOf({ path: '/api/web/v1/gadgets' })).toThrow('v1/gadgets')
  })
})

describe('the tags of a document', () => {
  it('are those of its calls, once each and by name', () => {
    const tags = tagsOf([gadgets, { path: '/api/web/v3/users/:id' }, gadgets])
    expect(tags.map(({ name }) => name)).toEqual(['Gadgets', 'Users'])
    expect(tags[0]?.description).toBe('Things with a lid.')
  })
})
