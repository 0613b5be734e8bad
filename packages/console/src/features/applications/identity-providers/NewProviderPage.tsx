import { identityProviderSlug, identityProviderTypes } from '@signet/rules/identity-providers'
import { useParams } from 'react-router'
import { withBody } from '../../../kit/entity.ts'
import { FormPage } from '../../../kit/frames.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { ConfigurationTest } from './ConfigurationTest.tsx'
import { providerPath, providers, providersPath } from './identity-providers.queries.ts'
import { ProviderFields, useProviderLabels } from './ProviderFields.tsx'
import { newProvider, ProviderForm, wantedOf } from './provider-form.ts'

/** Adds an identity provider, beginning with what its service is known to need. */
const NewProviderPage = () => {
  const text = useText('resource')
  const { type: slug = '' } = useParams()
  const type = identityProviderTypes.find((one) => identityProviderSlug(one) === slug) ?? 'GENERIC'
  const named = text(`resource:identityProviders.types.${type}`)
  return (
    <FormPage
      title={text('common:pages.addIdentityProvider')}
      detail={text('resource:identityProviders.addText')}
    >
      <Section title={named}>
        <NewForm
          entity={{ ...providers, ...withBody(providers, wantedOf) }}
          schema={ProviderForm}
          initial={newProvider(type, type === 'GENERIC' ? '' : named)}
          labels={useProviderLabels()}
          actions={<ConfigurationTest />}
          saveLabel={text('resource:identityProviders.add')}
          made={() => text('resource:identityProviders.saved')}
          pathOf={({ id }) => providerPath(id)}
          listPath={providersPath}
        >
          <WeakerOf kind="OIDC_IDENTITY_PROVIDER">
            <ProviderFields />
          </WeakerOf>
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewProviderPage
