import { useState } from 'react'
import { FormPage } from '../../../kit/frames.tsx'
import { MetadataImport } from '../../../kit/MetadataImport.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { providersPath } from './identity-providers.queries.ts'
import { SamlProviderFields, useSamlProviderLabels } from './SamlProviderFields.tsx'
import { fromMetadata, newSamlProvider, SamlProviderForm } from './saml-provider-form.ts'
import { samlProviderPath, samlProviders, useMetadataParsing } from './saml-providers.queries.ts'

/** Adds a SAML identity provider: by its metadata, or by hand. */
const NewSamlProviderPage = () => {
  const text = useText('resource')
  const parse = useMetadataParsing()
  const [start, setStart] = useState({ value: newSamlProvider, count: 0 })
  const read = async (metadata: string): Promise<void> => {
    const value = fromMetadata(await parse.mutateAsync(metadata))
    setStart(({ count }) => ({ value, count: count + 1 }))
  }
  const detail = text('resource:identityProviders.saml.addText')
  return (
    <FormPage title={text('common:pages.addIdentityProvider')} detail={detail}>
      <Section title={text('resource:saml.metadata.title')}>
        <MetadataImport onText={read} />
      </Section>
      <Section title={text('resource:identityProviders.saml.title')}>
        <NewForm
          entity={samlProviders}
          key={start.count}
          schema={SamlProviderForm}
          initial={start.value}
          labels={useSamlProviderLabels()}
          saveLabel={text('resource:identityProviders.add')}
          made={() => text('resource:identityProviders.saved')}
          pathOf={({ id }) => samlProviderPath(id)}
          listPath={providersPath}
        >
          <SamlProviderFields />
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewSamlProviderPage
