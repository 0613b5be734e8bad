import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { useLocale, useText } from '../../../lib/i18n.ts'
import { parseColour, toHex } from '../../../ui/theme/colour.ts'
import type { Scheme } from '../../../ui/theme/palette.ts'
import { consoleLook, schemes, shownContrast } from './looks.ts'
import type { ThemeValues } from './theme.queries.ts'

interface Wish {
  readonly name: 'primary1' | 'accent1'
  readonly wished: string | undefined
  readonly scheme: Scheme
}

const dot = { width: 14, height: 14, borderRadius: 0.5, flexShrink: 0 }

const ShownColour = ({ name, wished, scheme }: Wish) => {
  const text = useText('customization')
  const ratio = new Intl.NumberFormat(useLocale(), { maximumFractionDigits: 1 })
  const look = consoleLook(scheme, wished)
  const parsed = parseColour(wished ?? '')
  const isKept = parsed !== null && toHex(parsed) === look.main
  const said = { colour: look.main, ratio: ratio.format(shownContrast(look)) }
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <Box aria-hidden sx={{ ...dot, bgcolor: look.main }} />
      <Typography variant="caption" color="textSecondary">
        {text(`customization:theme.contrast.${isKept ? 'kept' : 'moved'}`, {
          ...said,
          name: text(`customization:theme.colours.${name}`),
          scheme: text(`customization:theme.schemes.${scheme}`),
        })}
      </Typography>
    </Box>
  )
}

/** What becomes of the first colours, so that everything written in them can be read. */
export const ContrastNote = () => {
  const text = useText('customization')
  const [brand, accent] = useWatch<ThemeValues, ['colours.primary1', 'colours.accent1']>({
    name: ['colours.primary1', 'colours.accent1'],
  })
  const wishes = { primary1: brand, accent1: accent || brand }
  return (
    <Box>
      <Typography variant="body2" sx={{ mb: 0.5 }}>
        {text('customization:theme.contrast.label')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {(['primary1', 'accent1'] as const).flatMap((name) =>
          schemes.map((scheme) => (
            <ShownColour key={`${name} ${scheme}`} {...{ name, scheme }} wished={wishes[name]} />
          )),
        )}
      </Box>
    </Box>
  )
}
