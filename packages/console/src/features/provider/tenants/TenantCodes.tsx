import {
  readTenantOtpProvider,
  TenantOtpProvider,
  updateTenantOtpProvider,
} from '@signet/contract/provider/otp-providers'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'

type Values = z.input<typeof TenantOtpProvider>
const ways = ['sms', 'voice', 'messenger'] as const

/** What carries the codes at present, as it was read. */
const Sources = () => {
  const text = useText('settings', 'serviceProvider')
  const used = useWatch<Values, readonly ['sms', 'voice', 'messenger']>({ name: ways })
  const nameOf = ({ source, providerName }: Values['sms']): string =>
    text(`serviceProvider:otpProviders.sources.${source}`, { name: providerName ?? '' })
  return (
    <Facts
      facts={used.map((each, at) => ({
        label: text(`settings:codes.ways.${ways[at] ?? 'sms'}`),
        value: nameOf(each),
      }))}
    />
  )
}

/** Whether a tenant inherits SMS/voice providers, and what carries its codes. */
export const TenantCodes = ({ id }: { readonly id: string }) => {
  const text = useText('serviceProvider')
  const label = text('serviceProvider:otpProviders.inherited')
  const params = { id }
  return (
    <Section
      title={text('common:pages.otpProviders')}
      description={text('serviceProvider:otpProviders.tenantText')}
    >
      <SettingsForm
        queryKey={['tenants', 'otpprovider', id]}
        needs={['OTPPROVIDERS', 'EDIT']}
        schema={TenantOtpProvider}
        labels={{ inherited: label }}
        read={(signal) =>
          callWithEtag(readTenantOtpProvider, { params, ...(signal ? { signal } : {}) })
        }
        save={({ inherited }, etag) =>
          callWithEtag(updateTenantOtpProvider, {
            params,
            body: { inherited },
            ifMatch: etag ?? undefined,
          })
        }
      >
        <Sources />
        <FormToggle<Values> name="inherited" label={label} />
      </SettingsForm>
    </Section>
  )
}
