import { themeDefaults } from '@signet/rules/tenants'

/** sRGB, each channel 0 to 255. */
export type Rgb = readonly [number, number, number]

const named: ReadonlyMap<string, string> = new Map([
  [themeDefaults.tenantColour, '#1f7a4d'],
  ['blue', '#1d5fd1'],
  ['red', '#c62828'],
  ['black', '#000000'],
  ['white', '#ffffff'],
])

/** Reads `#rgb`, `#rrggbb` and a few names; null for anything else. */
export const parseColour = (text: string): Rgb | null => {
  const word = text.trim().toLowerCase()
  const hex = (named.get(word) ?? word).replace(/^#([\da-f])([\da-f])([\da-f])$/, '#$1$1$2$2$3$3')
  if (!/^#[\da-f]{6}$/.test(hex)) return null
  const channel = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

export const toHex = (colour: Rgb): string =>
  `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** `share` of `over` laid on `under`. */
export const mix = (under: Rgb, over: Rgb, share: number): Rgb => {
  const blend = (at: 0 | 1 | 2): number => under[at] * (1 - share) + over[at] * share
  return [blend(0), blend(1), blend(2)]
}

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Relative luminance (WCAG 2.2). */
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio, 1 to 21 (WCAG 2.2). */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** WCAG AA asks 4.5 for text; a little more leaves room for rounding in the browser. */
export const enough = 4.7
const step = 0.03

/**
 * The nearest colour to `wished` that reads on every surface that `surfacesFor` names for it:
 * mixed toward `end` (black on light schemes, white on dark ones) in steps of 3 %.
 */
export const readable = (
  wished: Rgb,
  end: Rgb,
  surfacesFor: (colour: Rgb) => readonly Rgb[],
): Rgb => {
  for (let share = 0; share < 1; share += step) {
    const colour = mix(wished, end, share)
    if (surfacesFor(colour).every((surface) => contrast(colour, surface) >= enough)) return colour
  }
  return end
}
