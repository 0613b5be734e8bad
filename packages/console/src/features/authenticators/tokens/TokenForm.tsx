import { Line, Uuid } from '@signet/contract/kit/schemas'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText } from '../../../kit/form-fields.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { GroupPicker } from '../../../pickers/GroupPicker.tsx'
import type { Named } from '../../../pickers/NamedPicker.tsx'
import { type AnyToken, useTokenDeeds } from '../../../pickers/tokens/token-deeds.ts'
import { useMay } from '../../../session/session-context.tsx'
import { readTokenWithEtag } from './tokens.queries.ts'

const mostGroups = 50
const TokenValues = z.object({
  label: Line(100).nullable(),
  groups: z.array(Uuid).max(mostGroups),
})
type Values = z.input<typeof TokenValues>

const versionOf = ({ value, etag }: Tagged<AnyToken>) => ({
  value: { label: value.label, groups: value.groups.map(({ id }) => id) },
  etag,
})

interface GroupsFieldProps {
  readonly label: string
  /** Those that the token has, with their names. */
  readonly known: readonly Named[]
}

const GroupsField = ({ label, known }: GroupsFieldProps) => {
  const text = useText('resource')
  const { field, fieldState } = useController<Values, 'groups'>({ name: 'groups' })
  const [chosen, remember] = useState(known)
  const names = new Map([...known, ...chosen].map(({ id, name }) => [id, name]))
  const handleChange = (groups: readonly Named[]): void => {
    remember(groups)
    field.onChange(groups.map(({ id }) => id))
  }
  return (
    <GroupPicker
      label={label}
      hint={text('resource:tokens.groupsHint')}
      error={fieldState.error?.message}
      value={field.value.map((id) => ({ id, name: names.get(id) ?? id }))}
      onChange={handleChange}
    />
  )
}

/** What a token is called, and whom it is for. */
export const TokenForm = ({ read }: { readonly read: Tagged<AnyToken> }) => {
  const text = useText('resource')
  const isReadOnly = !useMay()(['TOKENS', 'EDIT'])
  const { save } = useTokenDeeds()
  const { id, type, groups } = read.value
  const labels = { label: text('resource:tokens.label'), groups: text('resource:tokens.groups') }
  return (
    <EntityForm
      key={read.etag}
      schema={TokenValues}
      initial={versionOf(read)}
      labels={labels}
      isReadOnly={isReadOnly}
      reload={async () => versionOf(await readTokenWithEtag(id))}
      save={(body, etag) => save({ id, etag, body })}
      onSaved={() => showMessage(text('common:form.saved'))}
    >
      <FormText<Values> name="label" label={labels.label} maxLength={100} whenEmpty={null} />
      {type === 'OATH_PHYSICAL_TOKEN' && <GroupsField label={labels.groups} known={groups} />}
    </EntityForm>
  )
}
