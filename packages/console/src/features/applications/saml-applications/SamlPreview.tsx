import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useText } from '../../../lib/i18n.ts'
import { type PickedUser, UserPicker } from '../../../pickers/UserPicker.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { previewQuery } from './saml-applications.queries.ts'
import { type FormValues, wantedOf } from './saml-form.ts'

interface PreviewProps {
  /** Undefined for an application that is not there yet. */
  readonly applicationId: string | undefined
}

const Sent = ({ applicationId, userId }: PreviewProps & { readonly userId: string }) => {
  const text = useText('resource')
  const { control } = useFormContext<FormValues>()
  const [nameIdFormat, nameIdAttribute, attributes] = useWatch({
    control,
    name: ['nameIdFormat', 'nameIdAttribute', 'attributes'],
  })
  const wanted = wantedOf({ nameIdFormat, nameIdAttribute, attributes })
  const { data, isError } = useQuery(previewQuery({ userId, applicationId, ...wanted }))
  if (isError) return <Notice severity="warning">{text('resource:saml.preview.failed')}</Notice>
  if (data === undefined) return null
  const nameId = data.nameId?.value ?? text('resource:saml.preview.noNameId')
  return (
    <Facts
      facts={[
        { label: text('resource:saml.preview.nameId'), value: nameId },
        ...data.attributes.map(({ name, values }) => ({ label: name, value: values.join(', ') })),
      ]}
    />
  )
}

/** What the application would be sent for a user whom the administrator chooses. */
export const SamlPreview = ({ applicationId }: PreviewProps) => {
  const text = useText('resource')
  const maySeeUsers = useMay()(['USERS', 'VIEW'])
  const [user, setUser] = useState<PickedUser | null>(null)
  if (!maySeeUsers) return null
  return (
    <>
      <UserPicker
        label={text('resource:saml.preview.user')}
        hint={text('resource:saml.preview.hint')}
        value={user}
        onChange={setUser}
      />
      {user !== null && <Sent applicationId={applicationId} userId={user.id} />}
    </>
  )
}
