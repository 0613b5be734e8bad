import { useState } from 'react'
import type { z } from 'zod'
import { withBody } from '../../../kit/entity.ts'
import { FormPage } from '../../../kit/frames.tsx'
import { MetadataImport } from '../../../kit/MetadataImport.tsx'
import { NewForm } from '../../../kit/NewForm.tsx'
import { WeakerOf } from '../../../kit/weaker.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SamlFields, useSamlLabels } from './SamlFields.tsx'
import {
  type Metadata,
  samlApplications,
  samlPath,
  useMetadataParsing,
} from './saml-applications.queries.ts'
import { bodyOf, emptyForm, type FormValues, fromMetadata, SamlForm } from './saml-form.ts'

interface Start {
  readonly values: FormValues
  readonly told: Metadata | null
  readonly count: number
}

/** What the import has switched on, and what it could not fill. */
const Imported = ({ told }: { readonly told: Metadata }) => {
  const text = useText('resource')
  const filled = new Set(told.attributes.map(({ name }) => name))
  const missing = told.requestedAttributes
    .filter(({ name }) => !filled.has(name))
    .map(({ name, friendlyName }) => (friendlyName === '' ? name : friendlyName))
  return (
    <>
      {told.encryptAssertion && (
        <Notice severity="info">{text('resource:saml.metadata.encrypts')}</Notice>
      )}
      {told.requestedAttributes.length === 0 && (
        <Notice severity="info">{text('resource:saml.metadata.usual')}</Notice>
      )}
      {missing.length > 0 && (
        <Notice severity="warning">
          {text('resource:saml.metadata.missing', { names: missing.join(', ') })}
        </Notice>
      )}
    </>
  )
}

interface ImportProps {
  readonly told: Metadata | null
  readonly read: (metadata: string) => Promise<void>
}

const Import = ({ told, read }: ImportProps) => {
  const text = useText('resource')
  return (
    <Section
      title={text('resource:saml.metadata.title')}
      description={text('resource:saml.metadata.text')}
    >
      <MetadataImport onText={read} />
      {told !== null && <Imported told={told} />}
    </Section>
  )
}

/** Adds a SAML application: by its metadata, or by hand. */
const NewSamlPage = () => {
  const text = useText('resource')
  const parse = useMetadataParsing()
  const [start, setStart] = useState<Start>({ values: emptyForm, told: null, count: 0 })
  const read = async (metadata: string): Promise<void> => {
    const told = await parse.mutateAsync(metadata)
    setStart(({ count }) => ({ values: fromMetadata(told), told, count: count + 1 }))
  }
  const entity = {
    ...samlApplications,
    ...withBody(samlApplications, (values: z.output<typeof SamlForm>) =>
      bodyOf(values, null, start.told),
    ),
  }
  return (
    <FormPage title={text('common:pages.newSamlApplication')}>
      <Import told={start.told} read={read} />
      <Section title={text('resource:applications.sections.general')}>
        <NewForm
          entity={entity}
          key={start.count}
          schema={SamlForm}
          initial={start.values}
          labels={useSamlLabels().labels}
          saveLabel={text('resource:applications.create')}
          made={({ name }) => text('resource:applications.created', { name })}
          pathOf={({ id }) => samlPath(id)}
          listPath="/applications/add"
        >
          <WeakerOf kind="SAML_APPLICATION">
            <SamlFields applicationId={undefined} />
          </WeakerOf>
        </NewForm>
      </Section>
    </FormPage>
  )
}

export default NewSamlPage
