import type { ShippedFont } from './fonts.ts'

/** Where the shipped fonts are: files for a service, addresses for a browser. */
export const fontUrls: Readonly<Record<ShippedFont, URL>> = {
  regular: new URL('../../fonts/noto-sans-regular.ttf', import.meta.url),
  bold: new URL('../../fonts/noto-sans-bold.ttf', import.meta.url),
  arabic: new URL('../../fonts/noto-sans-arabic-regular.ttf', import.meta.url),
  arabicBold: new URL('../../fonts/noto-sans-arabic-bold.ttf', import.meta.url),
  thai: new URL('../../fonts/noto-sans-thai.ttf', import.meta.url),
  eastAsian: new URL('../../fonts/droid-sans-fallback.ttf', import.meta.url),
}
