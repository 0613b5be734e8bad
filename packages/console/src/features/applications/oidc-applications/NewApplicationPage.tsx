import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { NewForm, NewServerForm, useFieldLabels } from './application-forms.ts'
import {
  type Application,
  type ApplicationType,
  applicationPath,
  isApplicationType,
  signsPeopleIn,
} from './application-types.ts'
import { AddressFields, ConsentFields, NameFields } from './form-parts.tsx'
import { useApplicationChanges } from './oidc-applications.queries.ts'
import { SecretDialog } from './SecretDialog.tsx'

interface Made {
  readonly application: Application
  readonly clientSecret: string | null
}

const placeholders: Partial<Record<ApplicationType, string>> = {
  OIDC_NATIVE: 'com.example.app:/callback',
  OIDC_DEVICE: 'com.example.app:/callback',
}

const empty = {
  value: {
    name: '',
    description: '',
    redirectUris: [''],
    postLogoutRedirectUris: [],
    scopes: ['openid' as const, 'profile' as const, 'email' as const, 'offline_access' as const],
    requireConsent: false,
  },
  etag: null,
}

type NewValues = Omit<
  Parameters<ReturnType<typeof useApplicationChanges>['create']['mutate']>[0],
  'applicationType'
>

/** Makes it; a secret is shown before the application opens. */
const useCreation = (type: ApplicationType) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { create } = useApplicationChanges()
  const [made, setMade] = useState<Made | null>(null)
  const open = ({ id, applicationType }: Application): void =>
    void navigate(applicationPath(id, applicationType))
  const save = async (values: NewValues): Promise<void> => {
    const result = await create.mutateAsync({ ...values, applicationType: type })
    showMessage(text('resource:applications.created', { name: result.application.name }))
    setMade(result)
  }
  return { made, open, save }
}

interface FormProps {
  readonly type: ApplicationType
  readonly save: (values: NewValues) => Promise<void>
}

const Form = ({ type, save }: FormProps) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { labels } = useFieldLabels()
  const shared = {
    labels,
    save,
    initial: empty,
    saveLabel: text('resource:applications.create'),
    onCancel: () => void navigate('/applications/add'),
    onSaved: () => undefined,
  }
  if (!signsPeopleIn(type)) {
    return (
      <EntityForm {...shared} schema={NewServerForm}>
        <NameFields />
      </EntityForm>
    )
  }
  return (
    <EntityForm {...shared} schema={NewForm}>
      <NameFields />
      <AddressFields placeholder={placeholders[type] ?? 'https://app.example.com/callback'} />
      <ConsentFields />
    </EntityForm>
  )
}

const NewApplication = ({ type }: { readonly type: ApplicationType }) => {
  const text = useText('resource')
  const { made, open, save } = useCreation(type)
  if (made !== null && made.clientSecret === null) {
    const { id, applicationType } = made.application
    return <Navigate replace to={applicationPath(id, applicationType)} />
  }
  return (
    <>
      <PageHeader
        title={text(`resource:applications.kind.${type}`)}
        detail={text(`resource:applications.kindText.${type}`)}
      />
      <Section title={text('resource:applications.sections.general')}>
        <Form type={type} save={save} />
      </Section>
      {made !== null && (
        <SecretDialog
          name={made.application.name}
          secret={made.clientSecret ?? ''}
          onClose={() => open(made.application)}
        />
      )}
    </>
  )
}

/** Adds an application of the kind in the address. */
const NewApplicationPage = () => {
  const { templateId = '' } = useParams()
  if (!isApplicationType(templateId)) return <Navigate replace to="/applications/add" />
  return <NewApplication key={templateId} type={templateId} />
}

export default NewApplicationPage
