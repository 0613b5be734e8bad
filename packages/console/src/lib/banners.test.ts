import { describe, expect, it } from 'vitest'
import { banners, dismissBanner, isDismissed } from './banners.ts'

const hourMs = 3_600_000
const start = Date.UTC(2026, 0, 1)
const warning = { key: 'seats', severity: 'warning' } as const

const isHidden = (subject: Parameters<typeof isDismissed>[0], hours: number): boolean =>
  isDismissed(subject, banners.get().dismissed, start + hours * hourMs)

describe('a banner that was closed', () => {
  it('is hidden for a day, in this browser', () => {
    expect(isHidden(warning, 0)).toBe(false)
    dismissBanner(warning, start)
    expect([0, 23, 24].map((hours) => isHidden(warning, hours))).toEqual([true, true, false])
    expect(localStorage.getItem('signet.banner')).toContain('seats')
  })

  it('shows again when it has become worse, and an error cannot be hidden', () => {
    dismissBanner(warning, start)
    dismissBanner({ key: 'printers', severity: 'info' }, start)
    expect(isHidden({ key: 'printers', severity: 'warning' }, 1)).toBe(false)
    expect(isHidden({ ...warning, severity: 'error' }, 1)).toBe(false)
    dismissBanner({ ...warning, severity: 'error' }, start)
    expect(isHidden({ ...warning, severity: 'error' }, 1)).toBe(false)
  })

  it('is hidden for as long as its period says', () => {
    dismissBanner(warning, start, 72 * hourMs)
    expect([71, 72].map((hours) => isHidden(warning, hours))).toEqual([true, false])
  })

  it('is remembered apart from others, whose time may be over', () => {
    dismissBanner(warning, start)
    dismissBanner({ key: 'contract', severity: 'warning' }, start + 30 * hourMs)
    expect(banners.get().dismissed.map(({ key }) => key)).toEqual(['contract'])
    expect(isHidden(warning, 1)).toBe(false)
  })
})
