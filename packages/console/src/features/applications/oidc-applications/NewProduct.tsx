import { filledIn, type TemplateParameter } from '@signet/rules/application-templates/template'
import { usualTokenAlgorithm } from '@signet/rules/applications'
import { isHostname } from '@signet/rules/network'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { FormText } from '../../../kit/form-fields.tsx'
import { FormPage } from '../../../kit/frames.tsx'
import { NoSuchPage } from '../../../kit/no-such-page.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { isApplicationType } from './application-types.ts'
import { type Template, templatesQuery } from './oidc-applications.queries.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { useCreation, useSamlProduct } from './use-creation.ts'

/** What stands in an address has to be a part of one: nothing that begins another. */
const Part = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'host_invalid')
const Host = z
  .string()
  .trim()
  .refine((text) => isHostname(text.replace(/:\d{1,5}$/, '')), 'host_invalid')

const formFor = ({ parameters }: Template) =>
  z.object({
    name: z.string().trim().min(1).max(100),
    values: z.object({
      host: parameters.includes('host') ? Host : z.string(),
      tenant: parameters.includes('tenant') ? Part : z.string(),
      provider: parameters.includes('provider') ? Part : z.string(),
    }),
  })
type Values = z.output<ReturnType<typeof formFor>>

const startOf = ({ name }: Template) => ({
  value: { name, values: { host: '', tenant: '', provider: 'signet' } },
  etag: null,
})

const ParameterField = (props: {
  readonly parameter: TemplateParameter
  readonly product: string
}) => {
  const { parameter, product } = props
  const text = useText('resource')
  return (
    <FormText<Values>
      name={`values.${parameter}`}
      label={text(`resource:templates.parameters.${parameter}`)}
      hint={text(`resource:templates.hints.${parameter}`, { name: product })}
      isRequired
      maxLength={253}
    />
  )
}

const useLabels = ({ parameters }: Template): Readonly<Record<string, string>> => {
  const text = useText('resource')
  return {
    name: text('resource:applications.fields.name'),
    ...Object.fromEntries(
      parameters.map((each) => [`values.${each}`, text(`resource:templates.parameters.${each}`)]),
    ),
  }
}

/** The addresses of a template with what was filled in. */
const addressesOf = (template: Template, { values }: Values) => {
  const fill = (address: string): string => filledIn(address, values)
  const { redirectUris, postLogoutRedirectUris, initiateLoginUri } = template
  const home = template.parameters.includes('host') ? fill('https://{host}/') : null
  return {
    redirectUris: redirectUris.map(fill),
    postLogoutRedirectUris: postLogoutRedirectUris.map(fill),
    initiateLoginUri: initiateLoginUri === null ? home : fill(initiateLoginUri),
  }
}

interface FormProps {
  readonly template: Template
  readonly save: (values: Values) => Promise<void>
}

const Form = ({ template, save }: FormProps) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const labels = useLabels(template)
  return (
    <EntityForm
      schema={formFor(template)}
      initial={startOf(template)}
      labels={labels}
      save={save}
      saveLabel={text('resource:applications.create')}
      onCancel={() => void navigate('/applications/add')}
      onSaved={() => undefined}
    >
      <FormText<Values>
        name="name"
        label={text('resource:applications.fields.name')}
        isRequired
        maxLength={100}
      />
      {template.parameters.map((each) => (
        <ParameterField key={each} parameter={each} product={template.name} />
      ))}
    </EntityForm>
  )
}

/** What the product can do. */
const termsOf = ({
  applicationType,
  idTokenSigningAlgorithm,
  pkceOptional,
  claimsInIdTokens,
}: Template) => {
  const type = isApplicationType(applicationType) ? applicationType : 'OIDC_WEB'
  return {
    applicationType: type,
    idTokenSigningAlgorithm: idTokenSigningAlgorithm ?? usualTokenAlgorithm(type),
    pkceOptional,
    claimsInIdTokens,
  }
}

/** What to know of the product before it is added. */
const ProductNotices = ({
  template: { name, place, pkceOptional },
}: {
  readonly template: Template
}) => {
  const text = useText('resource')
  return (
    <>
      {place !== null && (
        <Notice severity="info">{text('resource:templates.connect', { name, place })}</Notice>
      )}
      {pkceOptional && (
        <Notice severity="warning">{text('resource:templates.pkce', { name })}</Notice>
      )}
    </>
  )
}

const ProductForm = ({ template }: { readonly template: Template }) => {
  const text = useText('resource')
  const { made, open, save } = useCreation()
  const saveSaml = useSamlProduct()
  const { id, name: product, entityId } = template
  const create = (values: Values) => {
    const addresses = addressesOf(template, values)
    const { name } = values
    if (entityId !== null) {
      const [url = ''] = addresses.redirectUris
      const { attributes } = template
      return saveSaml({ name, entityId: filledIn(entityId, values.values), url, attributes })
    }
    return save({ name, templateId: id, ...termsOf(template), ...addresses })
  }
  return (
    <FormPage title={product} detail={text('resource:templates.fill', { name: product })}>
      <Section title={text('resource:applications.sections.general')}>
        <Form template={template} save={create} />
      </Section>
      <ProductNotices template={template} />
      {made !== null && made.clientSecret !== null && (
        <SecretDialog
          name={made.application.name}
          secret={made.clientSecret}
          onClose={() => open(made.application)}
        />
      )}
    </FormPage>
  )
}

/** Adds a product whose addresses are known but for where it runs. */
export const NewProduct = ({ id }: { readonly id: string }) => (
  <QueryView query={useQuery(templatesQuery)}>
    {(templates) => {
      const template = templates.find((each) => each.id === id && each.category !== null)
      return template === undefined ? <NoSuchPage /> : <ProductForm template={template} />
    }}
  </QueryView>
)
