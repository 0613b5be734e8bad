import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { PolicyPartName } from '@signet/contract/settings/policy-parts'
import { useFormContext, useWatch } from 'react-hook-form'
import { FieldGroup } from '../../kit/FieldGroup.tsx'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectInput } from '../../ui/SelectInput.tsx'
import { defaultOf, settingsOf, type TypedPolicy } from './policy-form.ts'
import { parts } from './policy-parts.ts'
import type { Setting } from './policy-settings.ts'
import { SettingControl } from './SettingControl.tsx'

type Own = Readonly<Record<string, unknown>>

interface OwnSettingProps {
  readonly part: PolicyPartName
  readonly field: string
  readonly setting: Setting
  readonly onRemove: () => void
}

/** A setting that a policy has of its own, and the way back to what everybody has. */
export const OwnSetting = ({ part, field, setting, onRemove }: OwnSettingProps) => {
  const text = useText('settings')
  const label = text('settings:policies.removeSetting', { setting: text(setting.label) })
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <SettingControl name={`settings.${part}.${field}`} setting={setting} />
      </Box>
      <IconButton aria-label={label} title={label} onClick={onRemove}>
        <Close fontSize="small" />
      </IconButton>
    </Stack>
  )
}

/** The fields of one part: those that the policy sets, and the way to the others. */
const usePart = (part: PolicyPartName) => {
  const { setValue, unregister } = useFormContext<TypedPolicy>()
  const name = `settings.${part}` as const
  const own: Own = useWatch<TypedPolicy, typeof name>({ name })
  const all = [...settingsOf(part)]
  const put = (next: Own): void => setValue(name, { ...next }, { shouldDirty: true })
  return {
    set: all.filter(([field]) => own[field] !== undefined),
    open: all.filter(([field]) => own[field] === undefined),
    add: (field: string): void => put({ ...own, [field]: defaultOf(part, field) }),
    remove: (field: string): void => {
      const { [field]: _gone, ...rest } = own
      unregister(`${name}.${field}`)
      put(rest)
    },
  }
}

interface PartFieldsProps {
  readonly part: PolicyPartName
  readonly onRemove: () => void
}

/** What a policy sets of one part; what it leaves out is as for everybody. */
export const PartFields = ({ part, onRemove }: PartFieldsProps) => {
  const text = useText('settings')
  const { set, open, add, remove } = usePart(part)
  const title = text(parts[part].title)
  return (
    <FieldGroup label={title}>
      {() => (
        <Stack spacing={2} sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}>
          {set.length === 0 && (
            <Typography variant="body2" color="textSecondary">
              {text('settings:policies.nothingSet')}
            </Typography>
          )}
          {set.map(([field, setting]) => (
            <OwnSetting key={field} {...{ part, field, setting }} onRemove={() => remove(field)} />
          ))}
          {open.length > 0 && (
            <SelectInput
              label={text('settings:policies.addSetting', { part: title })}
              placeholder={text('settings:policies.choose')}
              options={open.map(([value, { label }]) => ({ value, label: text(label) }))}
              value=""
              onChange={(field) => field !== '' && add(field)}
            />
          )}
          <div>
            <Button kind="plain" onClick={onRemove}>
              {text('settings:policies.removePart', { part: title })}
            </Button>
          </div>
        </Stack>
      )}
    </FieldGroup>
  )
}
