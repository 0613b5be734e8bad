import { Uuid } from '@signet/contract/kit/schemas'
import { ScheduledTaskChange } from '@signet/contract/operations/scheduled-tasks'
import { abort } from '@signet/rules/abort'
import { mostTaskRecipients, taskFormats } from '@signet/rules/reports'
import { z } from 'zod'
import { labelsOf } from '../../../kit/fields.ts'
import { useText } from '../../../lib/i18n.ts'
import {
  type Definition,
  DefinitionForm,
  definitionFields,
} from '../../../pickers/reports/definition-form.ts'
import type { Task } from './scheduled-tasks.queries.ts'

export const TaskForm = ScheduledTaskChange.extend({
  report: DefinitionForm,
  recipients: z.array(Uuid).min(1).max(mostTaskRecipients, abort),
}).required()
export type Fields = z.input<typeof TaskForm>

/** Where the visitor is. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

interface Beginning {
  readonly name?: string | undefined
  readonly definition?: Definition | undefined
  readonly recipient: string
}

/** Every Monday morning, to whoever makes it. */
export const newTask = ({ name = '', definition, recipient }: Beginning): Fields => ({
  name,
  report: definitionFields(definition),
  cron: '0 7 * * 1',
  timeZone: ownZone(),
  recipients: [recipient],
  formats: [...taskFormats],
  enabled: true,
})

export const fieldsOf = (task: Task): Fields => ({
  name: task.name,
  report: definitionFields(task.report),
  cron: task.cron,
  timeZone: task.timeZone,
  recipients: task.recipients.map(({ id }) => id),
  formats: [...task.formats],
  enabled: task.enabled,
})

const labelled = ['name', 'cron', 'timeZone', 'recipients', 'formats', 'enabled'] as const

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useFieldLabels = () => {
  const text = useText('dashboard')
  const label = (name: (typeof labelled)[number]): string => text(`dashboard:tasks.fields.${name}`)
  const labels: Readonly<Record<string, string>> = {
    ...labelsOf(labelled, label),
    report: text('dashboard:tasks.sections.report'),
  }
  return { label, labels }
}
