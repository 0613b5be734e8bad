import { ResourceApi, ResourceApiChange } from '@signet/contract/applications/resource-apis'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { withinBounds } from '../../../kit/durations.ts'
import { FormDuration } from '../../../kit/FormDuration.tsx'
import { labelsOf, optionsOf } from '../../../kit/fields.ts'
import { FormSelect, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { type Api, applicationsQuery } from './resource-apis.queries.ts'

export const ApiForm = ResourceApiChange.required().extend({
  accessTokenTtlSeconds: withinBounds(ResourceApi.shape.accessTokenTtlSeconds, {
    storedIn: 'sec',
  }),
})
type ApiValues = z.input<typeof ApiForm>

export const newApi: ApiValues = {
  name: '',
  identifier: '',
  description: '',
  enabled: true,
  accessTokenTtlSeconds: 3600,
  accessTokenFormat: 'jwt',
  applicationIds: [],
}

export const formOf = ({ id: _id, scopes: _scopes, createdAt: _created, ...fields }: Api) => fields

const fields = [
  'name',
  'identifier',
  'description',
  'enabled',
  'accessTokenTtlSeconds',
  'accessTokenFormat',
  'applicationIds',
] as const

export const useApiLabels = () => {
  const text = useText('resource')
  const label = (name: (typeof fields)[number]): string => text(`resource:apis.fields.${name}`)
  return { label, labels: labelsOf(fields, label) }
}

/** Applications that sign people in, where the viewer may see applications. */
const ApplicationsField = ({ label }: { readonly label: string }) => {
  const mayRead = useMay()(['APPLICATIONS', 'VIEW'])
  const { data } = useQuery({ ...applicationsQuery, enabled: mayRead })
  const options = (data ?? [])
    .filter(({ applicationType }) => applicationType !== 'OIDC_SERVER')
    .map(({ id, name }) => ({ value: id, label: name }))
  if (options.length === 0) return null
  return <ChoicesField<ApiValues> name="applicationIds" label={label} options={options} />
}

export const ApiFields = () => {
  const text = useText('resource')
  const { label } = useApiLabels()
  return (
    <>
      <FormText<ApiValues> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<ApiValues>
        name="identifier"
        label={label('identifier')}
        hint={text('resource:apis.identifierHint')}
        isRequired
        maxLength={500}
      />
      <FormText<ApiValues>
        name="description"
        label={label('description')}
        rows={2}
        maxLength={500}
      />
      <FormDuration<ApiValues>
        name="accessTokenTtlSeconds"
        label={label('accessTokenTtlSeconds')}
        storedIn="sec"
      />
      <FormSelect<ApiValues>
        name="accessTokenFormat"
        label={label('accessTokenFormat')}
        hint={text('resource:apis.formatHint')}
        options={optionsOf(ResourceApi.shape.accessTokenFormat.options, (value) =>
          text(`resource:applications.format.${value}`),
        )}
      />
      <FormToggle<ApiValues> name="enabled" label={label('enabled')} />
      <ApplicationsField label={label('applicationIds')} />
    </>
  )
}
