import { NewGroup } from '@signet/contract/identity/groups'
import type { z } from 'zod'
import { labelsOf } from '../../../kit/fields.ts'
import { FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { GroupDetail } from './groups.queries.ts'

export const GroupForm = NewGroup
type GroupValues = z.input<typeof GroupForm>

export const newGroup: GroupValues = { name: '', description: null, externalId: null }

export const formOf = ({ name, description, externalId }: GroupDetail): GroupValues => ({
  name,
  description,
  externalId,
})

const fields = ['name', 'description', 'externalId'] as const

export const useGroupLabels = () => {
  const text = useText('members')
  const label = (name: (typeof fields)[number]): string => text(`members:groups.fields.${name}`)
  return { label, labels: labelsOf(fields, label) }
}

/** @param props.isForeign a directory owns name and external id */
export const GroupFields = ({ isForeign }: { readonly isForeign: boolean }) => {
  const text = useText('members')
  const { label } = useGroupLabels()
  return (
    <>
      <FormText<GroupValues>
        name="name"
        label={label('name')}
        isRequired
        maxLength={128}
        isDisabled={isForeign}
      />
      <FormText<GroupValues>
        name="description"
        label={label('description')}
        rows={2}
        maxLength={500}
        whenEmpty={null}
      />
      <FormText<GroupValues>
        name="externalId"
        label={label('externalId')}
        hint={text('members:groups.hints.externalId')}
        maxLength={256}
        whenEmpty={null}
        isDisabled={isForeign}
      />
    </>
  )
}
