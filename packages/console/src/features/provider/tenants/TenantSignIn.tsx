import {
  readTenantSpIdentityProvider,
  readTenantSpIdentityProviderInfo,
  TenantSpIdentityProvider,
  updateTenantSpIdentityProvider,
} from '@signet/contract/provider/sp-identity-providers'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { FormToggle } from '../../../kit/form-fields.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { TenantDetail } from './tenants.queries.ts'

type Values = z.input<typeof TenantSpIdentityProvider>

const infoQuery = (id: string) =>
  queryOptions({
    queryKey: ['tenants', 'spidentityproviderinfo', id],
    queryFn: ({ signal }) => call(readTenantSpIdentityProviderInfo, { params: { id }, signal }),
  })

/** Where it begins, where it leads, and the grant that a sign-in would use now. */
const Leads = ({ id }: { readonly id: string }) => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  const label = (key: 'page' | 'leadsTo' | 'grant') =>
    text(`serviceProvider:spIdentityProvider.facts.${key}`)
  return (
    <QueryView query={useQuery(infoQuery(id))}>
      {({ publicUrl, signInUrl, grant }) => (
        <Facts
          facts={[
            { label: label('page'), value: publicUrl },
            { label: label('leadsTo'), value: signInUrl },
            {
              label: label('grant'),
              value:
                grant === null || grant.endsAt === null
                  ? text('serviceProvider:spIdentityProvider.noGrant')
                  : text('serviceProvider:supportBelow.until', { date: date(grant.endsAt) }),
            },
          ]}
        />
      )}
    </QueryView>
  )
}

const Declined = () => {
  const text = useText('serviceProvider')
  const isAllowed = useWatch<Values, 'allowed'>({ name: 'allowed' })
  if (isAllowed) return null
  return <Notice severity="warning">{text('serviceProvider:spIdentityProvider.declined')}</Notice>
}

/** Whether the tenant's sign-in page leads the administrators of this provider to their own sign-in. */
export const TenantSignIn = ({ tenant: { id } }: { readonly tenant: Pick<TenantDetail, 'id'> }) => {
  const text = useText('serviceProvider')
  const label = text('serviceProvider:spIdentityProvider.enabled')
  const params = { id }
  return (
    <Section
      title={text('serviceProvider:spIdentityProvider.title')}
      description={text('serviceProvider:spIdentityProvider.text')}
    >
      <SettingsForm
        queryKey={['tenants', 'spidentityprovider', id]}
        needs={['TENANTS', 'EDIT']}
        schema={TenantSpIdentityProvider}
        labels={{ enabled: label }}
        read={(signal) =>
          callWithEtag(readTenantSpIdentityProvider, { params, ...(signal ? { signal } : {}) })
        }
        save={({ enabled }, etag) =>
          callWithEtag(updateTenantSpIdentityProvider, {
            params,
            body: { enabled },
            ifMatch: etag ?? undefined,
          })
        }
      >
        <Declined />
        <Leads id={id} />
        <FormToggle<Values> name="enabled" label={label} />
      </SettingsForm>
    </Section>
  )
}
