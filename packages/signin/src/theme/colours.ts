/** Red, green and blue of sRGB, 0 to 255. */
export type Colour = readonly [number, number, number]

const fromHex = (text: string): Colour | null => {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  if (digits === undefined) return null
  const value = Number.parseInt(digits, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Lets the browser draw one point: it knows every name and function of CSS. */
const fromPaint = (text: string): Colour | null => {
  if (!CSS.supports('color', text)) return null
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha < 255 ? null : [red, green, blue]
}

/** Reads a colour of CSS; null for one that is none, or lets through what lies behind. */
export const readColour = (text: string): Colour | null => {
  const colour = text.trim()
  return fromHex(colour) ?? (colour.startsWith('#') ? null : fromPaint(colour))
}

export const hexOf = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** `share` of `over` mixed into `under`. */
export const blend = ([r, g, b]: Colour, over: Colour, share: number): Colour => [
  r + (over[0] - r) * share,
  g + (over[1] - g) * share,
  b + (over[2] - b) * share,
]

/** Relative luminance (WCAG 2.2). */
const luminanceOf = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return red * 0.2126 + green * 0.7152 + blue * 0.0722
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export const contrastOf = (one: Colour, other: Colour): number => {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
