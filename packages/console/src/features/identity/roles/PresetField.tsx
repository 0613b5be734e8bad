import Box from '@mui/material/Box'
import { offeredPreset, type RolePresetId, rolePresetIds } from '@signet/rules/role-presets'
import { useSearchParams } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'

interface PresetProps {
  /** Null: the role begins empty. */
  readonly chosen: RolePresetId | null
  /** Whether the visitor holds all that it permits. */
  readonly isWhole: boolean
}

/** What the new role begins with, for the job that it is for; kept in the address. */
export const PresetField = ({ chosen, isWhole }: PresetProps) => {
  const text = useText('members')
  const { facts } = useSession()
  const [, setQuery] = useSearchParams()
  const options = rolePresetIds
    .filter((id) => Object.keys(offeredPreset(id, facts).permissions).length > 0)
    .map((id) => ({ value: id, label: text(`members:roles.presets.names.${id}`) }))
  return (
    <Box sx={{ mb: 2, maxWidth: 640, display: 'grid', gap: 1 }}>
      <SelectInput
        label={text('members:roles.presets.label')}
        hint={
          chosen === null
            ? text('members:roles.presets.hint')
            : text(`members:roles.presets.descriptions.${chosen}`)
        }
        placeholder={text('members:roles.presets.none')}
        value={chosen ?? ''}
        options={options}
        onChange={(preset) => setQuery(preset === '' ? {} : { preset }, { replace: true })}
      />
      {!isWhole && <Notice severity="info">{text('members:roles.presets.reduced')}</Notice>}
    </Box>
  )
}
