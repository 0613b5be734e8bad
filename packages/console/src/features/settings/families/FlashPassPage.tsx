import {
  flashPassFamily,
  readFlashPassSettings,
  updateFlashPassSettings,
} from '@signet/contract/settings/flashpass'
import type { FieldPath } from 'react-hook-form'
import { z } from 'zod'
import { FormNumber, FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { SettingsPage } from '../../../kit/SettingsPage.tsx'
import { call, callWithEtag } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { typedSecrets } from './sealed-form.ts'

const Key = z.string().max(4000)
/** As the call has them, so that what is wrong with a key is shown at it. */
const schema = flashPassFamily.fields.extend({
  secrets: z.object({ appleKey: Key, googleKey: Key }),
})
type Fields = z.input<typeof schema>
type Secret = keyof Fields['secrets']
type Name = Exclude<keyof Fields, 'secrets'> | Secret

const names = [
  'organizationName',
  'claimHours',
  'appleEnabled',
  'applePassTypeId',
  'appleTeamId',
  'appleCertificate',
  'appleIntermediate',
  'appleKey',
  'googleEnabled',
  'googleIssuerId',
  'googleClientEmail',
  'googleKey',
] as const satisfies readonly Name[]

const read = async (signal?: AbortSignal) => {
  const { value, etag } = await callWithEtag(readFlashPassSettings, signal ? { signal } : {})
  const { secretsPresent: _present, ...settings } = value
  return { value: { ...settings, secrets: { appleKey: '', googleKey: '' } }, etag }
}

const save = ({ secrets, ...rest }: z.output<typeof schema>, etag: string | null) =>
  call(updateFlashPassSettings, {
    body: { ...rest, ...typedSecrets(secrets) },
    ifMatch: etag ?? undefined,
  })

type Line =
  | 'organizationName'
  | 'applePassTypeId'
  | 'appleTeamId'
  | `google${'IssuerId' | 'ClientEmail'}`
type Long = 'appleCertificate' | 'appleIntermediate' | Secret

const isSecret = (name: Name): name is Secret => name === 'appleKey' || name === 'googleKey'
/** Its place in the form, which is its place in the call. */
const placeOf = (name: Name): FieldPath<Fields> => (isSecret(name) ? `secrets.${name}` : name)

const useLabel = () => {
  const text = useText('settings')
  return (name: Name): string => text(`settings:flashPass.fields.${name}`)
}

const LineText = ({ name }: { readonly name: Line }) => (
  <FormText<Fields> name={name} label={useLabel()(name)} />
)

const LongText = ({ name }: { readonly name: Long }) => {
  const text = useText('settings')
  return (
    <FormText<Fields>
      name={placeOf(name)}
      label={useLabel()(name)}
      hint={text(`settings:flashPass.hints.${name}`)}
      maxLength={isSecret(name) ? 4000 : 10_000}
      rows={3}
    />
  )
}

const AppleFields = () => (
  <>
    <FormToggle<Fields> name="appleEnabled" label={useLabel()('appleEnabled')} />
    <LineText name="applePassTypeId" />
    <LineText name="appleTeamId" />
    <LongText name="appleCertificate" />
    <LongText name="appleIntermediate" />
    <LongText name="appleKey" />
  </>
)

const GoogleFields = () => (
  <>
    <FormToggle<Fields> name="googleEnabled" label={useLabel()('googleEnabled')} />
    <LineText name="googleIssuerId" />
    <LineText name="googleClientEmail" />
    <LongText name="googleKey" />
  </>
)

/** With which keys passes for the wallets of phones are signed. */
const FlashPassPage = () => {
  const text = useText('settings')
  const label = useLabel()
  return (
    <SettingsPage
      title={text('common:pages.flashPassSettings')}
      description={text('settings:flashPass.text')}
      queryKey={['settings', 'flashpass']}
      labels={Object.fromEntries(names.map((name) => [placeOf(name), label(name)]))}
      {...{ schema, read, save }}
    >
      <LineText name="organizationName" />
      <FormNumber<Fields>
        name="claimHours"
        label={label('claimHours')}
        hint={text('settings:flashPass.hints.claimHours')}
      />
      <AppleFields />
      <GoogleFields />
    </SettingsPage>
  )
}

export default FlashPassPage
