import { describe, expect, test } from 'vitest'
import { isListViewQuery, listViewQuery } from './list-views.ts'

describe('what a saved view keeps of an address', () => {
  test.each([
    ['', ''],
    ['q=anna&cursor=abc&from=51', 'q=anna'],
    [
      'sort=-name&f.state=ACTIVE&view=1&hide=email%2Croles',
      'f.state=ACTIVE&hide=email%2Croles&sort=-name',
    ],
    ['q=&f.state=ACTIVE', 'f.state=ACTIVE'],
    ['f.state=ACTIVE&f.state=LOCKED', 'f.state=LOCKED'],
    ['f.=1&f.a b=1&f.9=1&g.state=1', ''],
    ['q=Zoë & Max', 'q=Zo%C3%AB+'],
    ['f.own-attribute_1=x', 'f.own-attribute_1=x'],
  ])('%j is kept as %j', (address, kept) => {
    expect(listViewQuery(new URLSearchParams(address))).toBe(kept)
    expect(isListViewQuery(kept)).toBe(true)
  })

  test.each([
    '?q=anna',
    'q=anna&cursor=abc',
    'sort=name&f.state=ACTIVE',
    'q=a&q=b',
    'q=Zoë',
    'q=a b',
    'https://elsewhere.example/',
  ])('%j is not what a view keeps', (text) => {
    expect(isListViewQuery(text)).toBe(false)
  })
})
