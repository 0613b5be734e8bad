import { OauthRoleChange } from '@signet/contract/applications/oauth-roles'
import type { z } from 'zod'
import { FormText } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { OauthRoleDetail } from './oauth-roles.queries.ts'

export const OauthRoleForm = OauthRoleChange.required()
type OauthRoleValues = z.input<typeof OauthRoleForm>

export const newOauthRole = { name: '', description: null }

export const formOf = ({ name, description }: OauthRoleDetail): OauthRoleValues => ({
  name,
  description,
})

export const useOauthRoleLabels = () => {
  const text = useText('members')
  return {
    name: text('members:roles.fields.name'),
    description: text('members:roles.fields.description'),
  }
}

export const OauthRoleFields = () => {
  const text = useText('resource')
  const { name, description } = useOauthRoleLabels()
  return (
    <>
      <FormText<OauthRoleValues>
        name="name"
        label={name}
        hint={text('resource:oauthRoles.nameHint')}
        isRequired
        maxLength={100}
      />
      <FormText<OauthRoleValues>
        name="description"
        label={description}
        rows={2}
        maxLength={500}
        whenEmpty={null}
      />
    </>
  )
}
