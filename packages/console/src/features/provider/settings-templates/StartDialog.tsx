import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import {
  type Assigned,
  assignedQuery,
  rolloutPath,
  useStart,
} from './settings-templates.queries.ts'

interface StartDialogProps {
  readonly id: string
  readonly overwrite: boolean
  readonly onClose: () => void
}

interface CanariesProps {
  readonly tenants: readonly Assigned[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

const Canaries = ({ tenants, chosen, onChange }: CanariesProps) => {
  const text = useText('serviceProvider')
  return (
    <div role="group" aria-label={text('serviceProvider:settingsTemplates.canaries')}>
      {text('serviceProvider:settingsTemplates.canariesText')}
      {tenants.map(({ tenantId, companyName }) => (
        <ToggleInput
          key={tenantId}
          label={companyName}
          value={chosen.includes(tenantId)}
          onChange={(isChosen) =>
            onChange(
              isChosen ? [...chosen, tenantId] : chosen.filter((other) => other !== tenantId),
            )
          }
        />
      ))}
    </div>
  )
}

const longestWatch = 10_080

/** Asks for the canary tenants and how long they are watched. */
export const StartDialog = ({ id, overwrite, onClose }: StartDialogProps) => {
  const text = useText('serviceProvider')
  const navigate = useNavigate()
  const start = useStart(id)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [minutes, setMinutes] = useState('60')
  const watchMinutes = Number(minutes)
  const isWatchFit =
    Number.isInteger(watchMinutes) && watchMinutes >= 1 && watchMinutes <= longestWatch
  const confirm = async () => {
    const body = { canaryTenantIds: [...chosen], watchMinutes, overwrite }
    const rollout = await start.mutateAsync(body)
    void navigate(rolloutPath(rollout.id))
  }
  return (
    <ConfirmAction
      title={text('serviceProvider:settingsTemplates.start')}
      confirmLabel={text('serviceProvider:settingsTemplates.start')}
      isIncomplete={chosen.length === 0 || !isWatchFit}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <QueryView query={useQuery(assignedQuery(id))}>
          {(tenants) => <Canaries {...{ tenants, chosen }} onChange={setChosen} />}
        </QueryView>
        <TextInput
          type="number"
          label={text('serviceProvider:settingsTemplates.watchMinutes')}
          hint={text('serviceProvider:settingsTemplates.watchHint')}
          value={minutes}
          onChange={setMinutes}
        />
      </Stack>
    </ConfirmAction>
  )
}
