import Box from '@mui/material/Box'
import type { ThemeColour } from '@signet/rules/tenants'
import { useController, useWatch } from 'react-hook-form'
import { faultIn } from '../../../kit/form-errors.ts'
import { useText } from '../../../lib/i18n.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import { parseColour, toHex } from '../../../ui/theme/colour.ts'
import { productColour } from '../../../ui/theme/palette.ts'
import { useInherited } from './inherited-theme.ts'
import type { ThemeValues } from './theme.queries.ts'

const swatch = {
  width: 26,
  height: 26,
  p: 0,
  border: 0,
  borderRadius: 0.5,
  bgcolor: 'transparent',
  cursor: 'pointer',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
}

interface ColourFieldProps {
  readonly name: `colours.${ThemeColour}`
  readonly label: string
}

/** What is shown while the field is empty; nothing is shown in the further colours. */
const useColourInUse = (name: ColourFieldProps['name']): string | undefined => {
  const brand = useWatch<ThemeValues, 'colours.primary1'>({ name: 'colours.primary1' })
  const inherited = useInherited()?.colours
  const wished = brand || inherited?.primary1
  const main = parseColour(wished ?? '')
  const first = main === null ? productColour : toHex(main)
  if (name === 'colours.primary1') return inherited === undefined ? productColour : first
  const accent = name === 'colours.accent1' ? parseColour(inherited?.accent1 ?? '') : null
  if (accent !== null) return toHex(accent)
  return name === 'colours.accent1' ? first : undefined
}

/** A colour, typed or picked. An empty one leaves it to the product. */
export const ColourField = ({ name, label }: ColourFieldProps) => {
  const text = useText('customization')
  const { field, fieldState } = useController<ThemeValues, typeof name>({ name })
  const { onChange, onBlur, ref } = field
  const value = field.value ?? ''
  const inUse = useColourInUse(name)
  const colour = parseColour(value)
  const hint = value !== '' && colour === null ? text('customization:theme.colours.unread') : null
  return (
    <TextInput
      {...{ name, label, value, onBlur, ref }}
      onChange={onChange}
      maxLength={64}
      placeholder={inUse}
      error={faultIn(fieldState, label)}
      {...(hint === null ? {} : { hint })}
      unit={
        <Box
          component="input"
          type="color"
          aria-label={text('customization:theme.colours.pick', { colour: label })}
          value={colour === null ? (inUse ?? '#ffffff') : toHex(colour)}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
          sx={swatch}
        />
      }
    />
  )
}
