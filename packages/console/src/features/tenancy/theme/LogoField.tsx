import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { uploadFileTypes } from '@signet/rules/uploads'
import { type ChangeEvent, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { faultIn } from '../../../kit/form-errors.ts'
import { useText } from '../../../lib/i18n.ts'
import { saidFault } from '../../../lib/validation-texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { pictureOf } from './picture.ts'
import type { ThemeValues } from './theme.queries.ts'

const plate = {
  display: 'grid',
  placeItems: 'center',
  width: 140,
  height: 56,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: '#ffffff',
  overflow: 'hidden',
}

/** As dark pages show it, too: on white. */
const Plate = ({ logo }: { readonly logo: string }) => {
  const text = useText('customization')
  return (
    <Box sx={plate}>
      <Box
        component="img"
        src={logo}
        alt={text('customization:theme.logo.alt')}
        sx={{ maxWidth: '100%', maxHeight: '100%' }}
      />
    </Box>
  )
}

const ChooseButton = ({
  label,
  onFile,
}: {
  readonly label: string
  readonly onFile: (file: File) => void
}) => {
  const text = useText('customization')
  const input = useRef<HTMLInputElement>(null)
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? []
    if (file !== undefined) onFile(file)
    target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept={uploadFileTypes.join()}
        aria-label={label}
        onChange={handleFile}
      />
      <Button onClick={() => input.current?.click()}>
        {text('customization:theme.logo.choose')}
      </Button>
    </>
  )
}

/** The logo: a small PNG or JPEG, looked at before it is taken. */
export const LogoField = ({ label }: { readonly label: string }) => {
  const text = useText('customization')
  const { field, fieldState } = useController<ThemeValues, 'logo'>({ name: 'logo' })
  const { value, onChange } = field
  const { setError, clearErrors } = useFormContext<ThemeValues>()
  const take = async (file: File): Promise<void> => {
    const picture = await pictureOf(file)
    if ('fault' in picture) {
      const why = text(`customization:theme.logo.faults.${picture.fault}`)
      setError('logo', { message: saidFault(why) })
      return
    }
    clearErrors('logo')
    onChange(picture.url)
  }
  const hint = text('customization:theme.logo.hint')
  return (
    <FieldGroup label={label} hint={hint} error={faultIn(fieldState, label)}>
      {() => (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.5 }}>
          {typeof value === 'string' && <Plate logo={value} />}
          <ChooseButton label={label} onFile={(file) => void take(file)} />
          {typeof value === 'string' && (
            <Button kind="plain" onClick={() => onChange(null)}>
              {text('customization:theme.logo.remove')}
            </Button>
          )}
        </Stack>
      )}
    </FieldGroup>
  )
}
