import Box from '@mui/material/Box'
import { useController } from 'react-hook-form'
import { faultIn } from '../../../kit/form-errors.ts'
import { useText } from '../../../lib/i18n.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { Fields } from './pass-design-form.ts'

const colours = ['backgroundColour', 'textColour', 'labelColour'] as const

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

const isColour = (value: string): boolean => /^#[\da-f]{6}$/.test(value)

const ColourField = ({ name }: { readonly name: (typeof colours)[number] }) => {
  const text = useText('issuancePortal')
  const { field, fieldState } = useController<Fields, typeof name>({ name })
  const { value, onChange, onBlur, ref } = field
  const label = text(`issuancePortal:flashPasses.${name}`)
  const set = (typed: string): void => onChange(typed.toLowerCase())
  return (
    <TextInput
      {...{ name, label, value, onBlur, ref }}
      onChange={set}
      maxLength={7}
      error={faultIn(fieldState, label)}
      unit={
        <Box
          component="input"
          type="color"
          aria-label={label}
          value={isColour(value) ? value : '#ffffff'}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => set(event.target.value)}
          sx={swatch}
        />
      }
    />
  )
}

/** The three colours of a pass, typed or picked. */
export const ColourFields = () => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr 1fr' } }}>
    {colours.map((name) => (
      <ColourField key={name} name={name} />
    ))}
  </Box>
)
