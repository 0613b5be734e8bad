import Edit from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { durationText } from '../../kit/durations.ts'
import { useText } from '../../lib/i18n.ts'
import type { Setting } from './policy-settings.ts'

/** A value in words; null where a line of text has no room for it. */
const useValueText = () => {
  const text = useText('settings')
  const named = (setting: Setting, value: unknown): string => {
    const options = 'options' in setting ? setting.options : []
    const option = options.find((one) => one.value === value)
    return option === undefined ? String(value) : text(option.label)
  }
  return (setting: Setting, value: unknown): string | null => {
    if (value === null) return text('settings:policies.ofPage.none')
    if (typeof value === 'boolean') return text(`settings:policies.ofPage.${value ? 'on' : 'off'}`)
    if (setting.kind === 'duration' && typeof value === 'number') {
      return durationText(value, setting.storedIn)
    }
    if (Array.isArray(value) && setting.kind === 'choices') {
      return value.map((one) => named(setting, one)).join(', ')
    }
    return typeof value === 'number' || typeof value === 'string' ? named(setting, value) : null
  }
}

interface InheritedSettingProps {
  readonly setting: Setting
  /** What everybody has. */
  readonly value: unknown
  readonly isReadOnly: boolean
  readonly onSet: () => void
}

/** A setting that a policy leaves as everybody has it. */
export const InheritedSetting = ({ setting, value, isReadOnly, onSet }: InheritedSettingProps) => {
  const text = useText('settings')
  const shown = useValueText()(setting, value)
  const label = text(setting.label)
  const set = text('settings:policies.ofPage.set', { setting: label })
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2">{label}</Typography>
        <Typography variant="caption" color="textSecondary">
          {shown === null
            ? text('settings:policies.ofPage.inherited')
            : text('settings:policies.ofPage.inheritedValue', { value: shown })}
        </Typography>
      </Box>
      {!isReadOnly && (
        <IconButton aria-label={set} title={set} onClick={onSet}>
          <Edit fontSize="small" />
        </IconButton>
      )}
    </Stack>
  )
}
