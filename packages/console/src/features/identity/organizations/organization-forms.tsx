import { NewOrganization } from '@signet/contract/identity/organizations'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { OrganizationPicker } from '../../../pickers/OrganizationPicker.tsx'
import type { OrganizationDetail } from './organizations.queries.ts'

const Parents = z.array(z.object({ id: z.string(), name: z.string() }))

/** The one above stands in a picker, which shows its name. */
export const OrganizationForm = z
  .object({ name: z.string(), displayName: z.string(), parents: Parents })
  .transform(({ parents, displayName, name }): unknown => ({
    name,
    displayName: displayName.trim() === '' ? name : displayName,
    parentId: parents[0]?.id ?? null,
  }))
  .pipe(NewOrganization)
type OrganizationValues = z.input<typeof OrganizationForm>

export const newOrganization: OrganizationValues = { name: '', displayName: '', parents: [] }

export const formOf = (read: OrganizationDetail): OrganizationValues => ({
  name: read.name,
  displayName: read.displayName,
  parents:
    read.parentId === null ? [] : [{ id: read.parentId, name: read.parentName ?? read.parentId }],
})

export const useOrganizationLabels = () => {
  const text = useText('members')
  const labels: Readonly<Record<string, string>> = {
    name: text('members:organizations.fields.name'),
    displayName: text('members:organizations.fields.displayName'),
    parents: text('members:organizations.fields.parents'),
    parentId: text('members:organizations.fields.parents'),
  }
  return labels
}

const ParentField = () => {
  const text = useText('members')
  const { field } = useController<OrganizationValues, 'parents'>({ name: 'parents' })
  return (
    <OrganizationPicker
      label={text('members:organizations.fields.parents')}
      hint={text('members:organizations.hints.parents')}
      value={field.value}
      onChange={(chosen) => field.onChange(chosen.slice(-1))}
    />
  )
}

export const OrganizationFields = () => {
  const text = useText('members')
  return (
    <>
      <FormText<OrganizationValues>
        name="name"
        label={text('members:organizations.fields.name')}
        hint={text('members:organizations.hints.name')}
        isRequired
        maxLength={128}
      />
      <FormText<OrganizationValues>
        name="displayName"
        label={text('members:organizations.fields.displayName')}
        hint={text('members:organizations.hints.displayName')}
        maxLength={128}
      />
      <ParentField />
    </>
  )
}
