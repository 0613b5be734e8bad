import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { useWebhookChanges, type Webhook } from './webhooks.queries.ts'

const hours = [0, 1, 24, 168] as const

interface RotateDialogProps {
  readonly webhook: Webhook
  readonly onMade: (secret: string | null) => void
  readonly onClose: () => void
}

/** Asks how long the former secret signs beside the new one. */
export const RotateDialog = ({ webhook, onMade, onClose }: RotateDialogProps) => {
  const text = useText('resource')
  const { rotate } = useWebhookChanges()
  const [overlap, setOverlap] = useState('24')
  const make = async (): Promise<void> => {
    const made = await rotate.mutateAsync({ id: webhook.id, overlapHours: Number(overlap) })
    onMade(made.secret)
  }
  return (
    <ConfirmAction
      title={text('resource:webhooks.rotate.title')}
      confirmLabel={text('resource:webhooks.rotate.action')}
      onConfirm={make}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <span>{text('resource:webhooks.rotate.text')}</span>
        <SelectInput
          label={text('resource:webhooks.rotate.overlap')}
          value={overlap}
          onChange={setOverlap}
          options={hours.map((count) => ({
            value: String(count),
            label: text('resource:webhooks.rotate.hours', { count }),
          }))}
        />
      </Stack>
    </ConfirmAction>
  )
}
