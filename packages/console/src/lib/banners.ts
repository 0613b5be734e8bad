import { z } from 'zod'
import { createSlice } from './slices.ts'

const dayMs = 86_400_000

const Severity = z.enum(['info', 'warning', 'error'])

const Banner = z.object({
  text: z.string(),
  severity: Severity,
  /** Goes to a page of the console. */
  action: z.object({ label: z.string(), to: z.string() }).nullable(),
})
type Banner = z.output<typeof Banner>

const Dismissed = z.object({
  key: z.string(),
  /** As bad as it was then: what has become worse shows again. */
  severity: Severity,
  /** Milliseconds since 1970. */
  until: z.number(),
})

const Banners = z.object({ shown: z.array(Banner), dismissed: z.array(Dismissed) })
export const noBanners: z.output<typeof Banners> = { shown: [], dismissed: [] }

/**
 * Messages over the page that stay until they are closed, and those that were closed for a time; kept
 * across reloads and sign-out.
 */
export const banners = createSlice('banner', Banners, noBanners)

/** Adds a banner; one with the same text is added only once. */
export const showBanner = (banner: Banner): void => {
  banners.update(({ shown, dismissed }) =>
    shown.some(({ text }) => text === banner.text)
      ? { shown, dismissed }
      : { shown: [...shown, banner], dismissed },
  )
}

export const closeBanner = (text: string): void => {
  banners.update(({ shown, dismissed }) => ({
    shown: shown.filter((banner) => banner.text !== text),
    dismissed,
  }))
}

/** What a banner is about, whatever its words, and how bad it is. */
interface Subject {
  readonly key: string
  readonly severity: Banner['severity']
}

/** Hides a banner in this browser, for a day by default. Errors cannot be hidden. */
export const dismissBanner = ({ key, severity }: Subject, now: number, forMs = dayMs): void => {
  banners.update(({ shown, dismissed }) => ({
    shown,
    dismissed: [
      ...dismissed.filter((one) => one.key !== key && one.until > now),
      { key, severity, until: now + forMs },
    ],
  }))
}

export const isDismissed = (
  { key, severity }: Subject,
  dismissed: readonly z.output<typeof Dismissed>[],
  now: number,
): boolean =>
  severity !== 'error' &&
  dismissed.some((one) => one.key === key && one.severity === severity && one.until > now)
