import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery, withBody } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { ConfigurationTest } from './ConfigurationTest.tsx'
import { type Provider, providers } from './identity-providers.queries.ts'
import { ProviderFields, useProviderLabels } from './ProviderFields.tsx'
import { ProviderForm, typedProvider, wantedOf } from './provider-form.ts'
import { RemoveProviderDialog } from './RemoveProviderDialog.tsx'

const Editor = ({ read }: { readonly read: Tagged<Provider> }) => {
  const text = useText('resource')
  const mayEdit = useMay()(['IDENTITYPROVIDERS', 'EDIT'])
  const labels = useProviderLabels()
  const { redirectUri, users } = read.value
  return (
    <>
      <Section title={text('resource:identityProviders.register')}>
        <Facts
          facts={[
            { label: text('resource:identityProviders.redirectUri'), value: redirectUri },
            { label: text('resource:identityProviders.users'), value: String(users) },
          ]}
        />
      </Section>
      <Section title={text('common:pages.identityProvider')}>
        <EditForm
          entity={{ ...providers, ...withBody(providers, wantedOf) }}
          read={read}
          formOf={typedProvider}
          schema={ProviderForm}
          labels={labels}
          actions={mayEdit ? <ConfigurationTest /> : null}
          saved={() => text('resource:identityProviders.saved')}
          isReadOnly={!mayEdit}
        >
          <WeakerOf kind="OIDC_IDENTITY_PROVIDER">
            <ProviderFields />
          </WeakerOf>
        </EditForm>
      </Section>
    </>
  )
}

/** One identity provider. */
const ProviderPage = () => {
  const text = useText('resource')
  const may = useMay()
  const query = useQuery(oneQuery(providers, useParams().identityProviderId ?? ''))
  const [isRemoving, setIsRemoving] = useState(false)
  const provider = query.data?.value
  const remove = may(['IDENTITYPROVIDERS', 'REMOVE']) && (
    <Button onClick={() => setIsRemoving(true)}>{text('resource:identityProviders.remove')}</Button>
  )
  return (
    <DetailsPage
      title={provider?.name ?? text('common:pages.identityProvider')}
      actions={provider && remove}
    >
      <QueryView query={query} skeleton={<FormSkeleton />}>
        {(read) => <Editor read={read} />}
      </QueryView>
      {isRemoving && provider !== undefined && (
        <RemoveProviderDialog
          entity={providers}
          provider={provider}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </DetailsPage>
  )
}

export default ProviderPage
