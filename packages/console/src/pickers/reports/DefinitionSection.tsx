import { isReportKind, reportColumns, reportKinds, reportPeriodNames } from '@signet/rules/reports'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { ChoicesField } from '../../kit/ChoicesField.tsx'
import { FormSelect } from '../../kit/form-fields.tsx'
import { useText } from '../../lib/i18n.ts'
import { SelectInput } from '../../ui/SelectInput.tsx'
import type { Prefix } from './definition-form.ts'
import { FilterFields } from './FilterFields.tsx'
import { useReportWords } from './report-words.ts'

interface PartProps {
  readonly prefix: Prefix
}

type Fields = Record<string, unknown>

/** Columns are those of the kind: another kind begins with all of its own. */
const KindField = ({ prefix }: PartProps) => {
  const text = useText('dashboard')
  const words = useReportWords()
  const { setValue } = useFormContext<Fields>()
  const { field } = useController<Fields>({ name: `${prefix}kind` })
  const { value, onBlur, ref } = field
  const choose = (kind: string): void => {
    setValue(`${prefix}columns`, [])
    setValue(`${prefix}kind`, kind, { shouldDirty: true })
  }
  return (
    <SelectInput
      label={text('dashboard:reports.fields.kind')}
      value={String(value)}
      onChange={choose}
      onBlur={onBlur}
      ref={ref}
      options={reportKinds.map((kind) => ({ value: kind, label: words.kind(kind) }))}
    />
  )
}

/** What a report tells: its kind, the time it looks back on, its columns and its filter. */
export const DefinitionSection = ({ prefix }: PartProps) => {
  const text = useText('dashboard')
  const words = useReportWords()
  const chosen = useWatch<Fields>({ name: `${prefix}kind` })
  const kind = isReportKind(chosen) ? chosen : 'AUDIT_EVENTS'
  return (
    <>
      <KindField prefix={prefix} />
      <FormSelect<Fields>
        name={`${prefix}period`}
        label={text('dashboard:reports.fields.period')}
        options={reportPeriodNames.map((value) => ({ value, label: words.period(value) }))}
      />
      {kind === 'AUDIT_EVENTS' && <FilterFields prefix={prefix} />}
      <ChoicesField<Fields>
        name={`${prefix}columns`}
        label={text('dashboard:reports.fields.columns')}
        hint={text('dashboard:reports.hints.columns')}
        options={reportColumns[kind].map((value) => ({ value, label: words.column(value) }))}
      />
    </>
  )
}
