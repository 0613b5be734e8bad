import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { rolesQuery } from './users.queries.ts'

interface AssignRoleDialogProps {
  /** The user's name. */
  readonly name: string
  readonly held: readonly { readonly id: string }[]
  readonly onAssign: (roleId: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Chooses one of the roles that the user does not have yet. */
export const AssignRoleDialog = ({ name, held, onAssign, onClose }: AssignRoleDialogProps) => {
  const text = useText('members')
  const { nameOf, descriptionOf } = useRoleWords()
  const { data: roles = [] } = useQuery(rolesQuery)
  const [chosen, setChosen] = useState('')
  const open = roles.filter(({ id }) => !held.some((role) => role.id === id))
  const role = open.find(({ id }) => id === chosen) ?? open[0]
  const run = async (): Promise<void> => {
    if (role === undefined) return
    await onAssign(role.id)
    showMessage(text('members:users.roles.assigned', { role: nameOf(role), name }))
  }
  return (
    <ConfirmAction
      title={text('members:users.roles.assignTitle', { name })}
      confirmLabel={text('members:users.roles.assign')}
      isIncomplete={role === undefined}
      onConfirm={run}
      onClose={onClose}
    >
      <Stack spacing={1}>
        <SelectInput
          label={text('members:users.roles.role')}
          hint={(role && descriptionOf(role)) ?? undefined}
          value={role?.id ?? ''}
          onChange={setChosen}
          options={open.map((each) => ({ value: each.id, label: nameOf(each) }))}
        />
      </Stack>
    </ConfirmAction>
  )
}
