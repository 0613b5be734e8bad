import type { CredentialTestResult } from '@signet/contract/provider/credential-calls'
import type {
  readPkiaasCredentials,
  updatePkiaasCredentials,
} from '@signet/contract/provider/pkiaas-credentials'
import {
  serviceAuthentications,
  type serviceEndpointFamily,
} from '@signet/contract/provider/service-endpoint'
import type { Need } from '@signet/rules/permissions'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { optionsOf } from '../../kit/fields.ts'
import { FormSelect, FormText, FormToggle } from '../../kit/form-fields.tsx'
import { SettingsPage } from '../../kit/SettingsPage.tsx'
import type { Tagged } from '../../lib/call.ts'
import { useText } from '../../lib/i18n.ts'
import { CredentialTest } from './CredentialTest.tsx'
import { SecretField } from './SecretField.tsx'
import { typedSecrets } from './typed-secrets.ts'

type Read = z.output<(typeof readPkiaasCredentials)['answer']>
type Body = z.input<(typeof updatePkiaasCredentials)['body']>

interface ServicePageProps {
  readonly title: string
  readonly description: ReactNode
  readonly testText: string
  readonly queryKey: readonly unknown[]
  readonly needs: Need
  readonly fields: ReturnType<typeof serviceEndpointFamily>['fields']
  readonly read: (signal?: AbortSignal) => Promise<Tagged<Read>>
  readonly save: (body: Body, etag: string | null) => Promise<unknown>
  readonly test: () => Promise<z.output<typeof CredentialTestResult>>
}

const names = ['enabled', 'url', 'authentication', 'certificate', 'apiKey', 'privateKey'] as const
type Name = (typeof names)[number]
type Fields = Record<Name, unknown>

const Secret = z.string().max(16_000)
const SecretsSet = z.array(z.object({ name: z.enum(['apiKey', 'privateKey']), setAt: z.string() }))

const Proof = ({ label }: { readonly label: (name: Name) => string }) => {
  const way = useWatch<Fields>({ name: 'authentication' })
  return way === 'API_KEY' ? (
    <SecretField<Fields> name="apiKey" label={label('apiKey')} />
  ) : (
    <>
      <FormText<Fields>
        name="certificate"
        label={label('certificate')}
        rows={3}
        maxLength={16_000}
      />
      <SecretField<Fields> name="privateKey" label={label('privateKey')} rows={3} />
    </>
  )
}

const FormFields = ({ label }: { readonly label: (name: Name) => string }) => {
  const text = useText('serviceProvider')
  return (
    <>
      <FormToggle<Fields> name="enabled" label={label('enabled')} />
      <FormText<Fields>
        name="url"
        label={label('url')}
        hint={text('serviceProvider:services.urlHint')}
        type="url"
        maxLength={2000}
      />
      <FormSelect<Fields>
        name="authentication"
        label={label('authentication')}
        options={optionsOf(serviceAuthentications, (way) =>
          text(`serviceProvider:services.authentications.${way}`),
        )}
      />
      <Proof label={label} />
    </>
  )
}

/** A service of another company: where it is called, by what, and whether it accepts that. */
export const ServicePage = ({ read, save, test, fields, testText, ...page }: ServicePageProps) => {
  const text = useText('serviceProvider')
  const label = (name: Name): string => text(`serviceProvider:services.fields.${name}`)
  return (
    <>
      <SettingsPage
        {...page}
        schema={fields.extend({ apiKey: Secret, privateKey: Secret, secretsSet: SecretsSet })}
        labels={Object.fromEntries(names.map((name) => [name, label(name)]))}
        read={async (signal) => {
          const { value, etag } = await read(signal)
          const secretsSet = [...value.secretsSet]
          return { value: { ...value, secretsSet, apiKey: '', privateKey: '' }, etag }
        }}
        save={({ apiKey, privateKey, secretsSet: _set, ...settings }, etag) =>
          save({ ...settings, ...typedSecrets({ apiKey, privateKey }) }, etag)
        }
      >
        <FormFields label={label} />
      </SettingsPage>
      <CredentialTest
        needs={page.needs}
        description={testText}
        tests={[{ label: text('serviceProvider:services.test'), run: test }]}
      />
    </>
  )
}
