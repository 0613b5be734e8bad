import { expect, it, vi } from 'vitest'
import { isMobileDevice } from './mobile.ts'

const onDevice = (width: number, pointer: 'coarse' | 'fine'): boolean => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const [, most = '0'] = /max-width: (\d+)px/.exec(media) ?? []
    const matches = width <= Number(most) && media.includes(`pointer: ${pointer}`)
    return Object.assign(new EventTarget(), {
      media,
      matches,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })
  })
  return isMobileDevice()
}

it('a mobile device is small and pointed at with a finger', {
  meta: { covers: ['routing.landing-mobile-issuance', 'visibility.mobile-device'] },
}, () => {
  expect(onDevice(390, 'coarse')).toBe(true)
  expect(onDevice(390, 'fine')).toBe(false)
  expect(onDevice(1024, 'coarse')).toBe(false)
})
