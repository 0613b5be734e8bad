import type { NewResourceScope } from '@signet/contract/applications/resource-apis'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import { oauthRolesQuery, useScopeChanges } from './resource-apis.queries.ts'

interface DialogProps {
  readonly apiId: string
  readonly onClose: () => void
}

/** Every OAuth role, for who may see them. */
export const useRoles = () => {
  const mayRead = useMay()(['OAUTHROLES', 'VIEW'])
  return useQuery({ ...oauthRolesQuery, enabled: mayRead }).data ?? []
}

interface ChoiceProps {
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

const RoleChoice = ({ chosen, onChange }: ChoiceProps) =>
  useRoles().map(({ id, name }) => (
    <ToggleInput
      key={id}
      label={name}
      value={chosen.includes(id)}
      onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))}
    />
  ))

/** Adds a scope; with OAuth roles it is granted to those who have one. */
export const AddScopeDialog = ({ apiId, onClose }: DialogProps) => {
  const text = useText('resource')
  const { add } = useScopeChanges(apiId)
  const [values, setValues] = useState({ apiId, name: '', description: '' })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const wanted: z.input<typeof NewResourceScope> = { ...values, oauthRoleIds: [...chosen] }
  const run = async (): Promise<void> => {
    await add.mutateAsync(wanted)
    showMessage(text('resource:apis.scopes.added', { name: values.name }))
  }
  return (
    <ConfirmAction
      title={text('resource:apis.scopes.add')}
      confirmLabel={text('resource:apis.scopes.add')}
      onConfirm={run}
      onClose={onClose}
    >
      <TextInput
        label={text('resource:apis.scopes.name')}
        value={values.name}
        onChange={(name) => setValues({ ...values, name })}
        isRequired
      />
      <TextInput
        label={text('resource:apis.fields.description')}
        value={values.description}
        onChange={(description) => setValues({ ...values, description })}
      />
      <RoleChoice chosen={chosen} onChange={setChosen} />
    </ConfirmAction>
  )
}
