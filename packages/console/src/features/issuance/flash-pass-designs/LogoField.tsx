import Upload from '@mui/icons-material/FileUploadOutlined'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { PassLogo } from '@signet/contract/issuance/flash-pass-designs'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { useText } from '../../../lib/i18n.ts'
import { base64 } from '../../../pickers/base64.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Fields } from './pass-design-form.ts'

const dataUrlOf = async (file: File): Promise<string> =>
  `data:${file.type};base64,${await base64(file)}`

const shown = { maxWidth: 200, maxHeight: 60, border: 1, borderColor: 'divider' }

interface FileProps {
  readonly label: string
  readonly onFile: (file: File) => void
}

const FileButton = ({ label, onFile }: FileProps) => {
  const text = useText('issuancePortal')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<Upload />} onClick={() => input.current?.click()}>
        {text('issuancePortal:flashPasses.chooseLogo')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={label}
        accept=".jpg,.jpeg,.png"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file !== undefined) onFile(file)
          event.target.value = ''
        }}
      />
    </>
  )
}

/** The picture beside the title. */
export const LogoField = () => {
  const text = useText('issuancePortal')
  const { field } = useController<Fields, 'logo'>({ name: 'logo' })
  const [isRefused, setIsRefused] = useState(false)
  const label = text('issuancePortal:flashPasses.logo')
  const take = async (file: File): Promise<void> => {
    const read = PassLogo.safeParse(await dataUrlOf(file))
    setIsRefused(!read.success)
    if (read.success) field.onChange(read.data)
  }
  const fault = isRefused ? text('issuancePortal:flashPasses.logoRefused') : undefined
  return (
    <FieldGroup label={label} error={fault}>
      {() => (
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', mb: 0.5 }}>
          {typeof field.value === 'string' && (
            <Box component="img" alt={label} src={field.value} sx={shown} />
          )}
          <FileButton label={label} onFile={(file) => void take(file)} />
          {typeof field.value === 'string' && (
            <Button kind="plain" onClick={() => field.onChange(null)}>
              {text('issuancePortal:flashPasses.removeLogo')}
            </Button>
          )}
        </Stack>
      )}
    </FieldGroup>
  )
}
