import { WebhookChange } from '@signet/contract/operations/webhooks'
import type { z } from 'zod'
import { labelsOf } from '../../../kit/fields.ts'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { EventChooser } from './EventChooser.tsx'

export const WebhookForm = WebhookChange.required()
type Fields = z.input<typeof WebhookForm>

const fields = ['name', 'description', 'url', 'events', 'enabled'] as const

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useFieldLabels = () => {
  const text = useText('resource')
  const label = (name: (typeof fields)[number]): string => text(`resource:webhooks.fields.${name}`)
  return { label, labels: labelsOf(fields, label) }
}

/** Everything that is said of a webhook. */
export const WebhookFields = ({ urlHint }: { readonly urlHint: string }) => {
  const { label } = useFieldLabels()
  return (
    <>
      <FormText<Fields> name="name" label={label('name')} isRequired maxLength={100} />
      <FormText<Fields> name="description" label={label('description')} rows={2} maxLength={500} />
      <FormText<Fields> name="url" label={label('url')} hint={urlHint} type="url" isRequired />
      <EventChooser label={label('events')} />
      <FormToggle<Fields> name="enabled" label={label('enabled')} />
    </>
  )
}
