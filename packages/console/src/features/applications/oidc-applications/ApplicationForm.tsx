import type { OidcApplicationChange } from '@signet/contract/applications/oidc-applications'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { EditForm } from '../../../kit/EditForm.tsx'
import { withBody } from '../../../kit/entity.ts'
import { WeakerOf } from '../../../kit/weaker.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ApplicationFacts } from './ApplicationFacts.tsx'
import { type FieldName, useFieldLabels } from './application-forms.ts'
import type { Application } from './application-types.ts'
import { applications } from './oidc-applications.queries.ts'

interface ApplicationFormProps<In extends FieldValues, Out> {
  readonly title: string
  readonly description?: string
  readonly read: Tagged<Application>
  /** The contract's body schema, cut to the fields of this tab. */
  readonly schema: z.ZodType<Out, In>
  readonly names: readonly FieldName[]
  readonly valuesOf: (application: Application) => In
  readonly children: ReactNode
}

/** One tab of an application: a form on its part of the fields, or the facts to read. */
export const ApplicationForm = <
  In extends FieldValues,
  Out extends Partial<z.input<typeof OidcApplicationChange>>,
>(
  props: ApplicationFormProps<In, Out>,
) => {
  const { title, description, read, valuesOf } = props
  const text = useText('resource')
  const may = useMay()
  const { labels } = useFieldLabels()
  const { name, applicationType } = read.value
  if (!may(['APPLICATIONS', 'EDIT'])) {
    return (
      <Section {...{ title, description }}>
        <ApplicationFacts application={read.value} names={props.names} />
      </Section>
    )
  }
  return (
    <Section {...{ title, description }}>
      <EditForm
        entity={{
          ...applications,
          ...withBody(applications, (values: Out) => ({ name, applicationType, ...values })),
        }}
        read={read}
        formOf={valuesOf}
        schema={props.schema}
        labels={labels}
        saved={() => text('resource:applications.saved', { name })}
      >
        <WeakerOf kind="OIDC_APPLICATION" {...{ applicationType }}>
          {props.children}
        </WeakerOf>
      </EditForm>
    </Section>
  )
}
