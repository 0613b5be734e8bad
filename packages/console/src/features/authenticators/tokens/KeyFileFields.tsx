import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keyFileBytes } from '@signet/contract/authenticators/hardware-tokens'
import { oneOf } from '@signet/rules/membership'
import { type ChangeEvent, useRef } from 'react'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { useText } from '../../../lib/i18n.ts'
import { GroupPicker } from '../../../pickers/GroupPicker.tsx'
import type { Named } from '../../../pickers/NamedPicker.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'

/** By what a key file is encrypted. */
const protections = ['none', 'password', 'key'] as const
const isProtection = oneOf(protections)

export interface KeyFile {
  readonly file: File | null
  readonly protection: (typeof protections)[number]
  /** The password, or the key in hexadecimal. */
  readonly secret: string
  /** Whom the tokens are for; empty: anybody. */
  readonly groups: readonly Named[]
}

interface FieldsProps {
  readonly value: KeyFile
  readonly onChange: (change: Partial<KeyFile>) => void
}

const FileField = ({ value: { file }, onChange }: FieldsProps) => {
  const text = useText('resource')
  const input = useRef<HTMLInputElement>(null)
  const label = text('resource:tokens.import.file')
  const isTooLarge = file !== null && file.size > keyFileBytes
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>): void =>
    onChange({ file: target.files?.[0] ?? null })
  return (
    <FieldGroup
      label={label}
      hint={text('resource:tokens.import.fileHint')}
      error={isTooLarge ? text('resource:tokens.import.tooLarge') : undefined}
    >
      {() => (
        <Stack direction="row" useFlexGap spacing={1} sx={{ alignItems: 'center' }}>
          <input
            ref={input}
            hidden
            type="file"
            accept=".xml,.pskc,.pskcxml,.dat,.txt"
            aria-label={label}
            onChange={handleFile}
          />
          <Button onClick={() => input.current?.click()}>
            {text('resource:tokens.import.choose')}
          </Button>
          {file !== null && (
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {file.name}
            </Typography>
          )}
        </Stack>
      )}
    </FieldGroup>
  )
}

const SecretField = ({ value: { protection, secret }, onChange }: FieldsProps) => {
  const text = useText('resource')
  if (protection === 'none') return null
  return (
    <TextInput
      type="password"
      autoComplete="off"
      label={text(`resource:tokens.import.protection.${protection}`)}
      hint={protection === 'key' ? text('resource:tokens.import.keyHint') : undefined}
      value={secret}
      onChange={(typed) => onChange({ secret: typed })}
      isRequired
    />
  )
}

/** The key file, what opens it, and whom its tokens are for. */
export const KeyFileFields = (props: FieldsProps) => {
  const text = useText('resource')
  const { value, onChange } = props
  return (
    <Stack spacing={2}>
      <FileField {...props} />
      <SelectInput
        label={text('resource:tokens.import.protectedBy')}
        value={value.protection}
        onChange={(chosen) =>
          onChange({ protection: isProtection(chosen) ? chosen : 'none', secret: '' })
        }
        options={protections.map((one) => ({
          value: one,
          label: text(`resource:tokens.import.protection.${one}`),
        }))}
      />
      <SecretField {...props} />
      <GroupPicker
        label={text('resource:tokens.groups')}
        hint={text('resource:tokens.groupsHint')}
        value={value.groups}
        onChange={(groups) => onChange({ groups })}
      />
    </Stack>
  )
}
