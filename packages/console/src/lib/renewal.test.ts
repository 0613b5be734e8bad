import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replaceReload } from './leave.ts'
import { proofWanted } from './proof-wanted.ts'
import { renewalWaits, renewForPart, renewIfOutdated } from './renewal.ts'
import { createStore } from './store.ts'
import { unsavedForms } from './unsaved-forms.ts'

const facesOf = (script: string): string =>
  `<script type="application/json" id="faces">{"signin":{"script":"/s.js"},"console":{"script":"${script}"}}</script>`

const own = '/assets/console/main-a.js'
const other = '/assets/console/main-b.js'

let reloads: number
let served: string | null

beforeEach(() => {
  reloads = 0
  served = own
  replaceReload(() => {
    reloads += 1
  })
  document.head.innerHTML = facesOf(own)
  vi.stubGlobal('fetch', async () => {
    if (served === null) throw new TypeError('Failed to fetch')
    return new Response(`<!doctype html><head>${facesOf(served)}</head>`)
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
  unsavedForms.set([])
  renewalWaits.set(false)
})

describe('a page of another release', () => {
  it('is loaded anew once, however often the service says so', async () => {
    served = other
    expect(await renewIfOutdated()).toBe(true)
    expect(await renewIfOutdated()).toBe(false)
    expect(reloads).toBe(1)
  })

  it('is not loaded anew in turn where two releases answer behind one proxy', async () => {
    served = other
    await renewIfOutdated()
    document.head.innerHTML = facesOf(other)
    served = own
    expect(await renewIfOutdated()).toBe(false)
    expect(reloads).toBe(1)
  })

  it.each([
    ['the same release', own],
    ['no answer', null],
  ])('stays with %s', async (_, script) => {
    served = script
    expect(await renewIfOutdated()).toBe(false)
    expect([reloads, renewalWaits.get()]).toEqual([0, false])
  })

  it.each<[string, () => void]>([
    ['changes that are not saved', () => unsavedForms.set([createStore(false)])],
    ['a proof that is being given', () => proofWanted.set({ settle: () => undefined })],
    [
      'an open dialog',
      () => {
        document.body.innerHTML = '<div role="dialog"></div>'
      },
    ],
  ])('waits for %s, and says so', async (_, begin) => {
    served = other
    begin()
    expect(await renewIfOutdated()).toBe(false)
    expect([reloads, renewalWaits.get()]).toEqual([0, true])
  })

  it('is not loaded anew where the browser keeps no mark of it', async () => {
    served = other
    const store = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await renewIfOutdated()).toBe(false)
    expect(reloads).toBe(0)
    expect(store).toHaveBeenCalled()
  })
})

it('a part that does not come loads the page of the same release anew once', async () => {
  expect([await renewForPart(), await renewForPart()]).toEqual([true, false])
  expect(reloads).toBe(1)
})
