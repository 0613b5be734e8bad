import type { Components, CssVarsTheme, Theme } from '@mui/material/styles'
import type { Density } from './density.ts'

type Overrides = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>

const reducedMotion = '@media (prefers-reduced-motion: reduce)'

/** One visible focus for everything that takes the keyboard. */
const focusRing = {
  outline: '2px solid var(--ui-palette-primary-main)',
  outlineOffset: 2,
}

const baseline = {
  html: { scrollPaddingTop: 72 },
  body: { fontVariantNumeric: 'tabular-nums', minHeight: '100vh' },
  '#root': { minHeight: '100vh' },
  a: { color: 'var(--ui-palette-primary-main)' },
  ':focus-visible': focusRing,
  // Words of Korean stay whole; Japanese lines do not begin with a small kana; marks of Thai stand
  // two high above the letters.
  'html:lang(ko) body': { wordBreak: 'keep-all', overflowWrap: 'anywhere' },
  'html:lang(ja) body': { lineBreak: 'strict' },
  'html:lang(th) :is(h1, h2, h3, p, button)': { lineHeight: 1.6 },
  'code, kbd, pre': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
    fontSize: '0.92em',
  },
  [reducedMotion]: {
    '*, ::before, ::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
}

const controls = (density: Density): Overrides => ({
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, size: density === 'compact' ? 'small' : 'medium' },
    styleOverrides: {
      root: { minHeight: density === 'compact' ? 32 : 36, paddingInline: 12, whiteSpace: 'nowrap' },
      outlined: ({ theme }) => ({
        borderColor: (theme.vars ?? theme).palette.surface.controlLine,
        color: (theme.vars ?? theme).palette.text.primary,
      }),
    },
  },
  MuiIconButton: { defaultProps: { size: 'small' } },
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined', fullWidth: true } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  MuiSelect: { defaultProps: { size: 'small' } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: (theme.vars ?? theme).palette.background.paper,
        fontSize: '0.8125rem',
        '& fieldset': { borderColor: (theme.vars ?? theme).palette.surface.controlLine },
      }),
      input: { paddingBlock: density === 'compact' ? 6.5 : 9 },
      multiline: { paddingBlock: 6 },
    },
  },
  MuiCheckbox: { defaultProps: { size: 'small' } },
  MuiSwitch: { defaultProps: { size: 'small' } },
  MuiRadio: { defaultProps: { size: 'small' } },
  MuiFormControlLabel: {
    styleOverrides: { label: { fontSize: '0.8125rem' } },
  },
})

const surfaces: Overrides = {
  MuiCssBaseline: { styleOverrides: baseline },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: ({ theme }) => ({ borderColor: (theme.vars ?? theme).palette.divider }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
        boxShadow: '0 18px 50px rgb(0 0 0 / 0.22)',
      }),
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.0625rem', fontWeight: 620 } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 18px' } } },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
        boxShadow: '0 8px 28px rgb(0 0 0 / 0.16)',
        marginTop: 4,
      }),
    },
  },
  MuiMenuItem: { styleOverrides: { root: { fontSize: '0.8125rem', minHeight: 32 } } },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, describeChild: true },
    styleOverrides: { tooltip: { fontSize: '0.75rem', backgroundColor: '#2b3138', color: '#fff' } },
  },
  MuiTab: { styleOverrides: { root: { minHeight: 40, paddingInline: 12, minWidth: 0 } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
  MuiAlert: { styleOverrides: { root: { alignItems: 'center', fontSize: '0.8125rem' } } },
  MuiLink: { defaultProps: { underline: 'hover' } },
}

/** How MUI's parts look here: dense, calm, with borders instead of shadows. */
export const components = (density: Density): Overrides => ({ ...controls(density), ...surfaces })
