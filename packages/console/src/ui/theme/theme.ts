import { createTheme, type Theme } from '@mui/material/styles'
import { components } from './components.ts'
import type { Density } from './density.ts'
import { type Hue, paletteOf, type Scheme, type SchemeColours } from './palette.ts'

declare module '@mui/material/styles' {
  interface SurfaceColours {
    panel: string
    sunken: string
    controlLine: string
  }
  /** Tints behind coloured text. */
  interface SoftColours {
    brand: string
    success: string
    warning: string
    error: string
    info: string
    neutral: string
  }
  interface Palette {
    neutral: Palette['primary']
    surface: SurfaceColours
    soft: SoftColours
  }
  interface PaletteOptions {
    neutral?: PaletteOptions['primary']
    surface?: SurfaceColours
    soft?: SoftColours
  }
}

export interface ThemeWishes {
  /** The tenant's first primary and accent colours. */
  readonly brand?: string | undefined
  readonly accent?: string | undefined
  readonly density: Density
}

const filled = ({ main, hovered, onMain }: Hue) => ({
  main,
  dark: hovered,
  contrastText: onMain,
})

const muiColours = (palette: SchemeColours) => ({
  primary: filled(palette.brand),
  secondary: filled(palette.accent),
  success: filled(palette.success),
  warning: filled(palette.warning),
  error: filled(palette.error),
  info: filled(palette.info),
  neutral: filled(palette.neutral),
  background: { default: palette.page, paper: palette.paper },
  surface: { panel: palette.panel, sunken: palette.sunken, controlLine: palette.controlLine },
  soft: {
    brand: palette.brand.soft,
    success: palette.success.soft,
    warning: palette.warning.soft,
    error: palette.error.soft,
    info: palette.info.soft,
    neutral: palette.neutral.soft,
  },
  text: {
    primary: palette.text,
    secondary: palette.textSecondary,
    disabled: palette.textSecondary,
  },
  divider: palette.line,
  contrastThreshold: 4.5,
})

const schemeOf = (scheme: Scheme, { brand, accent }: ThemeWishes) => ({
  palette: { mode: scheme, ...muiColours(paletteOf(scheme, { brand, accent })) },
})

const family =
  'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif'

const typography = {
  fontFamily: family,
  fontSize: 13,
  htmlFontSize: 16,
  h1: { fontSize: '1.375rem', fontWeight: 650, lineHeight: 1.3, letterSpacing: '-0.012em' },
  h2: { fontSize: '1.0625rem', fontWeight: 620, lineHeight: 1.35, letterSpacing: '-0.006em' },
  h3: { fontSize: '0.9375rem', fontWeight: 620, lineHeight: 1.4 },
  body1: { fontSize: '0.875rem', lineHeight: 1.5 },
  body2: { fontSize: '0.8125rem', lineHeight: 1.45 },
  caption: { fontSize: '0.75rem', lineHeight: 1.4 },
  button: { fontSize: '0.8125rem', fontWeight: 560, textTransform: 'none' },
} as const

/** The theme of a tenant: light and dark by the attribute `data-scheme` of the document. */
export const themeOf = (wishes: ThemeWishes): Theme =>
  createTheme({
    cssVariables: { colorSchemeSelector: '[data-scheme="%s"]', cssVarPrefix: 'ui' },
    colorSchemes: { light: schemeOf('light', wishes), dark: schemeOf('dark', wishes) },
    shape: { borderRadius: 7 },
    spacing: 8,
    typography,
    breakpoints: { values: { xs: 0, sm: 640, md: 900, lg: 1200, xl: 1600 } },
    components: components(wishes.density),
  })
