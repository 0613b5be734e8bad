import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../session/session-context.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { ToggleInput } from '../ui/ToggleInput.tsx'
import { ConfirmAction } from './ConfirmAction.tsx'

interface ViewFields {
  readonly name: string
  readonly shared: boolean
}

interface ViewDialogProps {
  readonly title: string
  readonly initial: ViewFields
  readonly onSave: (fields: ViewFields) => Promise<unknown>
  readonly onClose: () => void
}

const longestName = 80

/** Asks for the name of a view, and whether others have it. */
export const ViewDialog = ({ title, initial, onSave, onClose }: ViewDialogProps) => {
  const text = useText('dashboard')
  const { groupManagementAll: mayShare } = useSession().facts
  const [name, setName] = useState(initial.name)
  const [shared, setShared] = useState(initial.shared)
  return (
    <ConfirmAction
      title={title}
      confirmLabel={text('common:actions.save')}
      isIncomplete={name.trim() === ''}
      onConfirm={() => onSave({ name: name.trim(), shared })}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <TextInput
          label={text('dashboard:views.name')}
          value={name}
          onChange={setName}
          maxLength={longestName}
          isRequired
          autoFocus
        />
        {mayShare && (
          <ToggleInput
            label={text('dashboard:views.share')}
            hint={text('dashboard:views.shareHint')}
            value={shared}
            onChange={setShared}
          />
        )}
      </Stack>
    </ConfirmAction>
  )
}
