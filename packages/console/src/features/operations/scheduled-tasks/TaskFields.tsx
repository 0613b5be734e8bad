import { taskFormats } from '@signet/rules/reports'
import { ChoicesField } from '../../../kit/ChoicesField.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { FormText, FormToggle } from '../../../kit/form-fields.tsx'
import { useText } from '../../../lib/i18n.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import type { Named } from '../../../pickers/NamedPicker.tsx'
import { DefinitionSection } from '../../../pickers/reports/DefinitionSection.tsx'
import { FormPart } from './FormPart.tsx'
import { RecipientsField } from './RecipientsField.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { type Fields, useFieldLabels } from './task-form.ts'

/** Everything that is said of a task. */
export const TaskFields = ({ people }: { readonly people: readonly Named[] }) => {
  const text = useText('dashboard')
  const { label } = useFieldLabels()
  return (
    <>
      <FormText<Fields> name="name" label={label('name')} isRequired maxLength={100} />
      <FormPart title={text('dashboard:tasks.sections.report')}>
        <DefinitionSection prefix="report." />
      </FormPart>
      <FormPart title={text('dashboard:tasks.sections.schedule')}>
        <ScheduleFields />
      </FormPart>
      <FormPart title={text('dashboard:tasks.sections.mail')}>
        <MailHint about="mails" />
        <RecipientsField people={people} />
        <ChoicesField<Fields>
          name="formats"
          label={label('formats')}
          options={optionsOf(taskFormats, (value) => text(`dashboard:tasks.formats.${value}`))}
        />
      </FormPart>
      <FormToggle<Fields>
        name="enabled"
        label={label('enabled')}
        hint={text('dashboard:tasks.hints.owner')}
      />
    </>
  )
}
