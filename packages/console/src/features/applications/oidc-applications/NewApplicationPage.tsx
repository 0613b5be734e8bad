import { usualTokenAlgorithm } from '@signet/rules/applications'
import { useNavigate, useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { NewForm, NewServerForm, useFieldLabels } from './application-forms.ts'
import { type ApplicationType, isApplicationType, signsPeopleIn } from './application-types.ts'
import { AddressFields, AlgorithmField, ConsentFields, NameFields } from './form-parts.tsx'
import { NewProduct } from './NewProduct.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useCreation } from './use-creation.ts'

const placeholders: Partial<Record<ApplicationType, string>> = {
  OIDC_NATIVE: 'com.example.app:/callback',
}

const emptyOf = (type: ApplicationType) => ({
  value: {
    name: '',
    description: '',
    redirectUris: [''],
    postLogoutRedirectUris: [],
    scopes: ['openid' as const, 'profile' as const, 'email' as const, 'offline_access' as const],
    requireConsent: false,
    idTokenSigningAlgorithm: usualTokenAlgorithm(type),
  },
  etag: null,
})

type NewValues = Omit<Parameters<ReturnType<typeof useCreation>['save']>[0], 'applicationType'>

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
    initial: emptyOf(type),
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
      {type !== 'OIDC_DEVICE' && (
        <AddressFields placeholder={placeholders[type] ?? 'https://app.example.com/callback'} />
      )}
      <AlgorithmField />
      <ConsentFields />
    </EntityForm>
  )
}

const NewApplication = ({ type }: { readonly type: ApplicationType }) => {
  const text = useText('resource')
  const { made, open, save: create } = useCreation()
  const save = (values: NewValues) => create({ ...values, applicationType: type })
  return (
    <FormPage
      title={text(`resource:applications.kind.${type}`)}
      detail={text(`resource:applications.kindText.${type}`)}
    >
      <Section title={text('resource:applications.sections.general')}>
        <Form type={type} save={save} />
      </Section>
      {made !== null && made.clientSecret !== null && (
        <SecretDialog
          name={made.application.name}
          secret={made.clientSecret}
          onClose={() => open(made.application)}
        />
      )}
    </FormPage>
  )
}

/** Adds an application of the kind, or of the product, in the address. */
const NewApplicationPage = () => {
  const { templateId = '' } = useParams()
  if (!isApplicationType(templateId)) return <NewProduct key={templateId} id={templateId} />
  return <NewApplication key={templateId} type={templateId} />
}

export default NewApplicationPage
