import { escapeHtml } from './fill.ts'

type Rgb = readonly [number, number, number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
/** What Signet wears where a tenant has chosen nothing that a mail can show. */
const house: Rgb = [31, 122, 77]
/** Behind the text of a mail in light and in dark, as the layout has them. */
export const paper = { light: '#ffffff', dark: '#161a20' } as const
const darkPaper: Rgb = [22, 26, 32]
/** WCAG AA asks for 4.5; the rest is room for rounding. */
const readable = 4.7

const parse = (text: string | undefined): Rgb | null => {
  const hex = text?.trim().replace(/^#([\da-f])([\da-f])([\da-f])$/i, '#$1$1$2$2$3$3') ?? ''
  if (!/^#[\da-f]{6}$/i.test(hex)) return null
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOf = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mixed = ([r, g, b]: Rgb, end: Rgb, share: number): Rgb => [
  r + (end[0] - r) * share,
  g + (end[1] - g) * share,
  b + (end[2] - b) * share,
]

/** Relative luminance (WCAG 2.2). */
const luminance = (colour: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return red * 0.2126 + green * 0.7152 + blue * 0.0722
}

const contrast = (one: Rgb, other: Rgb): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The wished colour, mixed toward an end until it reads on a ground. */
const readableOn = (wished: Rgb, ground: Rgb, end: Rgb): Rgb => {
  let share = 0
  while (share < 1 && contrast(mixed(wished, end, share), ground) < readable) share += 0.03
  return mixed(wished, end, Math.min(1, share))
}

/** The tenant's first colour as a mail can wear it: whatever it is, texts on and in it read. */
export const mailColours = (wished: string | undefined) => {
  const accent = parse(wished) ?? house
  return {
    accent: hexOf(accent),
    onAccent: hexOf(contrast(white, accent) >= 4.5 ? white : black),
    link: hexOf(readableOn(accent, white, black)),
    darkLink: hexOf(readableOn(accent, darkPaper, white)),
  }
}

/** The logo's name in a mail that carries it (RFC 2392). */
export const logoCid = 'logo'

/** The logo as a picture, or the name where there is none. `source` is where the picture is. */
export const markOf = (company: string, source: string | null): string =>
  source === null
    ? `<span style="font-size:18px;font-weight:700">${escapeHtml(company)}</span>`
    : `<img src="${escapeHtml(source)}" alt="${escapeHtml(company)}" height="40" style="display:block;height:40px;max-width:240px;border:0">`
