import { contrast, enough, mix, parseColour, type Rgb, readable, toHex } from './colour.ts'

export type Scheme = 'light' | 'dark'

/** A colour as text and line, as a tinted surface, and what is written on the full colour. */
export interface Hue {
  readonly main: string
  readonly soft: string
  readonly onMain: string
  /** The full colour under a pointer: what is written on it reads as well there. */
  readonly hovered: string
}

export interface SchemeColours {
  /** Behind everything; cards and tables; drawer and top bar; fields and hovered rows. */
  readonly page: string
  readonly paper: string
  readonly panel: string
  readonly sunken: string
  readonly text: string
  readonly textSecondary: string
  readonly line: string
  /** Borders of controls: 3:1 against what lies beside them (WCAG 2.2, 1.4.11). */
  readonly controlLine: string
  readonly brand: Hue
  readonly accent: Hue
  readonly success: Hue
  readonly warning: Hue
  readonly error: Hue
  readonly info: Hue
  readonly neutral: Hue
}

interface Ground {
  readonly page: Rgb
  readonly paper: Rgb
  readonly panel: Rgb
  readonly sunken: Rgb
  readonly end: Rgb
  readonly softness: number
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

const grounds: Readonly<Record<Scheme, Ground>> = {
  light: {
    page: [246, 247, 249],
    paper: white,
    panel: [251, 252, 253],
    sunken: [240, 242, 245],
    end: black,
    softness: 0.1,
  },
  dark: {
    page: [14, 17, 20],
    paper: [22, 26, 31],
    panel: [17, 20, 24],
    sunken: [31, 36, 43],
    end: white,
    softness: 0.13,
  },
}

/** Wished colours of statuses; brand and accent come from the tenant. */
const statuses = {
  success: [22, 128, 74],
  warning: [181, 101, 5],
  error: [200, 40, 44],
  info: [29, 95, 209],
  neutral: [92, 101, 113],
} as const satisfies Record<string, Rgb>

const surfacesOf = ({ page, paper, panel, sunken }: Ground): readonly Rgb[] => [
  page,
  paper,
  panel,
  sunken,
]

const hueOf = (wished: Rgb, ground: Ground): Hue => {
  const softOn = (colour: Rgb): readonly Rgb[] =>
    surfacesOf(ground).map((surface) => mix(surface, colour, ground.softness))
  const main = readable(wished, ground.end, (colour) => [...surfacesOf(ground), ...softOn(colour)])
  const isWrittenWhite = contrast(white, main) >= enough
  return {
    main: toHex(main),
    soft: toHex(mix(ground.paper, main, ground.softness)),
    onMain: toHex(isWrittenWhite ? white : mix(black, main, 0.06)),
    hovered: toHex(mix(main, isWrittenWhite ? black : white, 0.25)),
  }
}

const fallback: Rgb = [31, 122, 77]

/** The main colour of a tenant that has chosen none. */
export const productColour = toHex(fallback)

/** The colours of one scheme, all readable on every surface, whatever the tenant's colours are. */
export const paletteOf = (
  scheme: Scheme,
  tenant: { readonly brand?: string | undefined; readonly accent?: string | undefined },
): SchemeColours => {
  const ground = grounds[scheme]
  const brand = parseColour(tenant.brand ?? '') ?? fallback
  const accent = parseColour(tenant.accent ?? '') ?? brand
  const text: Rgb = scheme === 'light' ? [22, 26, 31] : [233, 236, 240]
  const secondary = readable(mix(text, ground.paper, 0.38), ground.end, () => surfacesOf(ground))
  const hue = (wished: Rgb): Hue => hueOf(wished, ground)
  return {
    page: toHex(ground.page),
    paper: toHex(ground.paper),
    panel: toHex(ground.panel),
    sunken: toHex(ground.sunken),
    text: toHex(text),
    textSecondary: toHex(secondary),
    line: toHex(mix(ground.paper, text, scheme === 'light' ? 0.1 : 0.13)),
    controlLine: toHex(mix(ground.paper, text, scheme === 'light' ? 0.53 : 0.45)),
    brand: hue(brand),
    accent: hue(accent),
    success: hue(statuses.success),
    warning: hue(statuses.warning),
    error: hue(statuses.error),
    info: hue(statuses.info),
    neutral: hue(statuses.neutral),
  }
}
