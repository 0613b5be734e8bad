import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { RemoveProviderDialog } from './RemoveProviderDialog.tsx'
import { SamlProviderFields, useSamlProviderLabels } from './SamlProviderFields.tsx'
import { SamlProviderForm, typedSaml } from './saml-provider-form.ts'
import { type SamlProvider, samlProviders } from './saml-providers.queries.ts'

/** What is registered at the provider; most read all of it from the metadata. */
const Registration = ({ provider }: { readonly provider: SamlProvider }) => {
  const text = useText('resource')
  const { date } = useFormats()
  const { ownEntityId, consumerUrl, ownLogoutUrl, users, metadata } = provider
  const { readAt, fault } = metadata
  const lastRead = {
    label: text('resource:identityProviders.saml.metadataRead'),
    value: readAt === null ? '–' : date(readAt),
  }
  return (
    <Section title={text('resource:identityProviders.register')}>
      <Facts
        facts={[
          { label: text('resource:saml.connect.entityId'), value: ownEntityId },
          { label: text('resource:identityProviders.saml.consumerUrl'), value: consumerUrl },
          { label: text('resource:saml.connect.signOut'), value: ownLogoutUrl },
          { label: text('resource:identityProviders.users'), value: String(users) },
          ...(provider.metadataUrl === null ? [] : [lastRead]),
        ]}
      />
      {fault !== null && (
        <Notice severity="warning">
          {text(`resource:identityProviders.saml.metadataFault.${fault}`)}
        </Notice>
      )}
    </Section>
  )
}

const Editor = ({ read }: { readonly read: Tagged<SamlProvider> }) => {
  const text = useText('resource')
  const mayEdit = useMay()(['IDENTITYPROVIDERS', 'EDIT'])
  const labels = useSamlProviderLabels()
  return (
    <>
      <Registration provider={read.value} />
      <Section title={text('common:pages.identityProvider')}>
        <EditForm
          entity={samlProviders}
          read={read}
          formOf={typedSaml}
          schema={SamlProviderForm}
          labels={labels}
          saved={() => text('resource:identityProviders.saved')}
          isReadOnly={!mayEdit}
        >
          <WeakerOf kind="SAML_IDENTITY_PROVIDER">
            <SamlProviderFields />
          </WeakerOf>
        </EditForm>
      </Section>
    </>
  )
}

/** One SAML identity provider. */
const SamlProviderPage = () => {
  const text = useText('resource')
  const may = useMay()
  const query = useQuery(oneQuery(samlProviders, useParams().identityProviderId ?? ''))
  const [isRemoving, setIsRemoving] = useState(false)
  const provider = query.data?.value
  const action = may(['IDENTITYPROVIDERS', 'REMOVE']) && (
    <Button onClick={() => setIsRemoving(true)}>{text('resource:identityProviders.remove')}</Button>
  )
  return (
    <DetailsPage
      title={provider?.name ?? text('common:pages.identityProvider')}
      actions={provider && action}
    >
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => <Editor read={read} />}
      </QueryView>
      {isRemoving && provider !== undefined && (
        <RemoveProviderDialog
          entity={samlProviders}
          provider={provider}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </DetailsPage>
  )
}

export default SamlProviderPage
