import { blend, type Colour, contrastOf } from './colours.ts'

export type Scheme = 'light' | 'dark'

const black: Colour = [0, 0, 0]
const white: Colour = [255, 255, 255]

/** The surfaces that the accent lies on, as `page.css` has them, and where mixing ends. */
const grounds = {
  light: { page: [244, 246, 248], paper: white, end: black, softness: 0.09 },
  dark: { page: [13, 16, 20], paper: [22, 26, 32], end: white, softness: 0.16 },
} as const satisfies Readonly<
  Record<Scheme, { page: Colour; paper: Colour; end: Colour; softness: number }>
>

/** WCAG AA asks for 4.5; the rest is room for rounding. */
export const readableContrast = 4.7
const step = 0.03

interface Accent {
  /** Buttons and links. */
  readonly main: Colour
  /** A tint behind text and beside it. */
  readonly soft: Colour
  /** What is written on `main`. */
  readonly on: Colour
}

/**
 * The tenant's colour as it reads in a scheme: mixed toward black or white until it stands out on
 * every surface, whatever colour was wished.
 */
export const accentOf = (wished: Colour, scheme: Scheme): Accent => {
  const { page, paper, end, softness } = grounds[scheme]
  for (let share = 0; ; share = Math.min(1, share + step)) {
    const main = blend(wished, end, share)
    const soft = blend(paper, main, softness)
    const isReadable = [page, paper, soft].every(
      (surface) => contrastOf(main, surface) >= readableContrast,
    )
    if (isReadable || share === 1) {
      const on = contrastOf(white, main) >= readableContrast ? white : black
      return { main, soft, on }
    }
  }
}
