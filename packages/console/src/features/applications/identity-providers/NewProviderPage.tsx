import { identityProviderSlug, identityProviderTypes } from '@signet/rules/identity-providers'
import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { ConfigurationTest } from './ConfigurationTest.tsx'
import { providerPath, providersPath, useProviderChanges } from './identity-providers.queries.ts'
import { ProviderFields, useProviderLabels } from './ProviderFields.tsx'
import { newProvider, ProviderForm, wantedOf } from './provider-form.ts'

/** Adds an identity provider, beginning with what its service is known to need. */
const NewProviderPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { type: slug = '' } = useParams()
  const { create } = useProviderChanges()
  const made = useRef(providersPath)
  const type = identityProviderTypes.find((one) => identityProviderSlug(one) === slug) ?? 'GENERIC'
  const named = text(`resource:identityProviders.types.${type}`)
  return (
    <>
      <PageHeader
        title={text('common:pages.addIdentityProvider')}
        detail={text('resource:identityProviders.addText')}
      />
      <Section title={named}>
        <EntityForm
          schema={ProviderForm}
          initial={{ value: newProvider(type, type === 'GENERIC' ? '' : named), etag: null }}
          labels={useProviderLabels()}
          actions={<ConfigurationTest />}
          save={async (wanted) => {
            made.current = providerPath((await create.mutateAsync(wantedOf(wanted))).id)
          }}
          saveLabel={text('resource:identityProviders.add')}
          onCancel={() => void navigate(providersPath)}
          onSaved={() => {
            showMessage(text('resource:identityProviders.saved'))
            void navigate(made.current)
          }}
        >
          <WeakerOf kind="OIDC_IDENTITY_PROVIDER">
            <ProviderFields />
          </WeakerOf>
        </EntityForm>
      </Section>
    </>
  )
}

export default NewProviderPage
