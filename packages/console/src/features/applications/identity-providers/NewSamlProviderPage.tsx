import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { MetadataImport } from '../../../kit/MetadataImport.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { providersPath } from './identity-providers.queries.ts'
import { SamlProviderFields, useSamlProviderLabels } from './SamlProviderFields.tsx'
import { fromMetadata, newSamlProvider, SamlProviderForm } from './saml-provider-form.ts'
import { samlProviderPath, useSamlProviderChanges } from './saml-providers.queries.ts'

/** Adds a SAML identity provider: by its metadata, or by hand. */
const NewSamlProviderPage = () => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { create, parse } = useSamlProviderChanges()
  const made = useRef(providersPath)
  const [start, setStart] = useState({ value: newSamlProvider, count: 0 })
  const read = async (metadata: string): Promise<void> => {
    const value = fromMetadata(await parse.mutateAsync(metadata))
    setStart(({ count }) => ({ value, count: count + 1 }))
  }
  const detail = text('resource:identityProviders.saml.addText')
  return (
    <>
      <PageHeader title={text('common:pages.addIdentityProvider')} detail={detail} />
      <Section title={text('resource:saml.metadata.title')}>
        <MetadataImport onText={read} />
      </Section>
      <Section title={text('resource:identityProviders.saml.title')}>
        <EntityForm
          key={start.count}
          schema={SamlProviderForm}
          initial={{ value: start.value, etag: null }}
          labels={useSamlProviderLabels()}
          save={async (wanted) => {
            made.current = samlProviderPath((await create.mutateAsync(wanted)).id)
          }}
          saveLabel={text('resource:identityProviders.add')}
          onCancel={() => void navigate(providersPath)}
          onSaved={() => {
            showMessage(text('resource:identityProviders.saved'))
            void navigate(made.current)
          }}
        >
          <SamlProviderFields />
        </EntityForm>
      </Section>
    </>
  )
}

export default NewSamlProviderPage
