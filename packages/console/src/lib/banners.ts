import { z } from 'zod'
import { createSlice } from './slices.ts'

const Banner = z.object({
  text: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  /** Goes to a page of the console. */
  action: z.object({ label: z.string(), to: z.string() }).nullable(),
})
type Banner = z.output<typeof Banner>

/** Messages over the page that stay until they are closed; kept across reloads and sign-out. */
export const banners = createSlice('banner', z.array(Banner), [])

/** Adds a banner; one with the same text is added only once. */
export const showBanner = (banner: Banner): void => {
  banners.update((shown) =>
    shown.some(({ text }) => text === banner.text) ? shown : [...shown, banner],
  )
}

export const closeBanner = (text: string): void => {
  banners.update((shown) => shown.filter((banner) => banner.text !== text))
}
