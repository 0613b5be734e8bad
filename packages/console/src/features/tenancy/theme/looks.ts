import { contrast, mix, parseColour, type Rgb, readable, toHex } from '../../../ui/theme/colour.ts'
import { paletteOf, type Scheme } from '../../../ui/theme/palette.ts'

export interface Look {
  readonly page: string
  readonly paper: string
  readonly panel: string
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly main: string
  readonly soft: string
  readonly onMain: string
}

export const schemes = ['light', 'dark'] as const satisfies readonly Scheme[]

export const consoleLook = (scheme: Scheme, brand: string | undefined): Look => {
  const {
    page,
    paper,
    panel,
    text,
    textSecondary: quiet,
    line,
    ...colours
  } = paletteOf(scheme, {
    brand,
  })
  return { page, paper, panel, text, quiet, line, ...colours.brand }
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** The surfaces of the sign-in pages, which are another bundle with a style of its own. */
const grounds = {
  light: { page: [244, 246, 248], paper: white, end: black, softness: 0.09 },
  dark: { page: [13, 16, 20], paper: [22, 26, 32], end: white, softness: 0.16 },
} as const satisfies Record<Scheme, { page: Rgb; paper: Rgb; end: Rgb; softness: number }>

export const signInLook = (scheme: Scheme, brand: string | undefined): Look => {
  const { page, paper, end, softness } = grounds[scheme]
  const tint = (colour: Rgb): Rgb => mix(paper, colour, softness)
  const wished = parseColour(brand ?? '') ?? [31, 122, 77]
  const main = readable(wished, end, (colour) => [page, paper, tint(colour)])
  const soft = toHex(tint(main))
  const onMain = toHex(contrast(white, main) >= 4.7 ? white : black)
  const sheet = { page: toHex(page), paper: toHex(paper) }
  return { ...consoleLook(scheme, brand), ...sheet, main: toHex(main), soft, onMain }
}

/** The colour as it is shown where it reads worst: on its own tint. */
export const shownContrast = ({ main, soft }: Look): number =>
  contrast(parseColour(main) ?? black, parseColour(soft) ?? white)
