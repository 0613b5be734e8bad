import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { banners, closeBanner, showBanner } from './banners.ts'
import { closeMessage, messages, showMessage } from './messages.ts'
import { clearAtLogout, createSlice } from './slices.ts'

const Shape = z.object({ size: z.number() })

describe('a slice of the browser’s store', () => {
  it('is kept across loads and gives way to its fallback when it does not fit', {
    meta: { covers: ['session.persisted'] },
  }, () => {
    createSlice('lists', Shape, { size: 1 }).set({ size: 2 })
    expect(createSlice('lists', Shape, { size: 1 }).get()).toEqual({ size: 2 })
    localStorage.setItem('signet.lists', '{"size":"large"}')
    expect(createSlice('lists', Shape, { size: 1 }).get()).toEqual({ size: 1 })
  })

  it('follows what another tab writes', () => {
    const slice = createSlice('lists', Shape, { size: 1 })
    localStorage.setItem('signet.lists', '{"size":3}')
    dispatchEvent(new StorageEvent('storage', { key: 'signet.lists' }))
    expect(slice.get()).toEqual({ size: 3 })
  })
})

it('signing out clears everything but authentication, banner, theme, messages and onboarding', {
  meta: { covers: ['session.logout-clears'] },
}, () => {
  const kept = ['authentication', 'banner', 'messages', 'onboarding', 'theme']
  for (const name of [...kept, 'lists', 'activity']) localStorage.setItem(`signet.${name}`, '1')
  localStorage.setItem('of-another-application', '1')
  sessionStorage.setItem('signet.x', '1')
  clearAtLogout()
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'of-another-application',
    ...kept.map((name) => `signet.${name}`),
  ])
  expect(sessionStorage).toHaveLength(0)
})

describe('messages', () => {
  it('close first in, first out, and are queued once by their text', {
    meta: { covers: ['messages.fifo', 'messages.no-duplicates'] },
  }, () => {
    showMessage('one')
    showMessage('two', { icon: 'warning' })
    showMessage('one', { icon: 'warning' })
    expect(messages.get().map(({ text, icon }) => [text, icon])).toEqual([
      ['one', 'success'],
      ['two', 'warning'],
    ])
    closeMessage(messages.get()[0]?.id ?? 0)
    showMessage('one')
    expect(messages.get().map(({ text }) => text)).toEqual(['two', 'one'])
  })
})

describe('banners', () => {
  it('are added once by their text and kept across loads', {
    meta: { covers: ['banner.no-duplicates', 'banner.persisted', 'session.persisted'] },
  }, () => {
    showBanner({ text: 'old', severity: 'warning', action: null })
    showBanner({ text: 'old', severity: 'error', action: null })
    expect(banners.get().shown).toHaveLength(1)
    expect(localStorage.getItem('signet.banner')).toContain('old')
    closeBanner('old')
    expect(banners.get().shown).toEqual([])
  })
})
