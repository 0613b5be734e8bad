import Stack from '@mui/material/Stack'
import {
  isPictureField,
  sequenceOf,
  type WorkflowField,
  workflowFieldKinds,
} from '@signet/card/enrolment/definition'
import { sequenceText } from '@signet/card/enrolment/values'
import { formatRelativeDate, parseRelativeDate } from '@signet/rules/dates'
import { maximumInteger } from '@signet/rules/numbers'
import { optionsOf } from '../../../../kit/fields.ts'
import { useLocale, useText } from '../../../../lib/i18n.ts'
import { Section } from '../../../../ui/Page.tsx'
import { SelectInput } from '../../../../ui/SelectInput.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { ToggleInput } from '../../../../ui/ToggleInput.tsx'
import { asKind } from './draft.ts'
import { type FieldProps, KindPanel } from './KindPanel.tsx'
import { NumberInput } from './NumberInput.tsx'

const firstSequence = { prefix: '', suffix: '', digits: 6, start: 1, step: 1 }

const WordFields = ({ field, put }: FieldProps) => {
  const text = useText('issuancePortal')
  return (
    <>
      <TextInput
        label={text('issuancePortal:enrollmentDesigns.fieldName')}
        hint={text('issuancePortal:enrollmentDesigns.fieldNameHint')}
        value={field.name}
        maxLength={60}
        onChange={(name) => put({ ...field, name })}
        isRequired
      />
      <TextInput
        label={text('issuancePortal:enrollmentDesigns.prompt')}
        hint={text('issuancePortal:enrollmentDesigns.promptHint')}
        value={field.prompt}
        maxLength={200}
        onChange={(prompt) => put({ ...field, prompt })}
      />
      <TextInput
        label={text('issuancePortal:enrollmentDesigns.hint')}
        value={field.hint}
        maxLength={200}
        onChange={(hint) => put({ ...field, hint })}
      />
      <SelectInput
        label={text('issuancePortal:enrollmentDesigns.kind')}
        value={field.kind}
        onChange={(value) =>
          put(asKind(field, workflowFieldKinds.find((each) => each === value) ?? 'TEXT'))
        }
        options={optionsOf(workflowFieldKinds, (value) =>
          text(`issuancePortal:enrollmentDesigns.kinds.${value}`),
        )}
      />
    </>
  )
}

const flags = ['mandatory', 'readOnly', 'hidden'] as const

const FlagFields = ({ field, put }: FieldProps) => {
  const text = useText('issuancePortal')
  return (
    <div>
      {flags.map((flag) => (
        <ToggleInput
          key={flag}
          label={text(`issuancePortal:enrollmentDesigns.flags.${flag}`)}
          value={field[flag]}
          onChange={(value) => put({ ...field, [flag]: value })}
        />
      ))}
      {!isPictureField(field) && (
        <ToggleInput
          label={text('issuancePortal:enrollmentDesigns.flags.unique')}
          value={field.unique}
          onChange={(unique) => put({ ...field, unique })}
        />
      )}
    </div>
  )
}

type Numbered = Extract<WorkflowField, { kind: 'TEXT' | 'NUMBER' }>
type Rule = NonNullable<Numbered['sequence']>

interface CountProps {
  readonly rule: Rule
  readonly set: (change: Partial<Rule>) => void
}

const whole = (value: number | null, usual: number): number => Math.round(value ?? usual)

const CountFields = ({ rule, set }: CountProps) => {
  const text = useText('issuancePortal')
  return (
    <>
      <NumberInput
        label={text('issuancePortal:enrollmentDesigns.start')}
        least={0}
        most={maximumInteger}
        value={rule.start}
        onChange={(value) => set({ start: whole(value, 0) })}
      />
      <NumberInput
        label={text('issuancePortal:enrollmentDesigns.step')}
        least={1}
        most={1000}
        value={rule.step}
        onChange={(value) => set({ step: whole(value, 1) })}
      />
    </>
  )
}

const SequenceFields = ({ field, put }: FieldProps<Numbered>) => {
  const text = useText('issuancePortal')
  const rule = field.sequence
  if (rule === null) return null
  const set = (change: Partial<Rule>): void => put({ ...field, sequence: { ...rule, ...change } })
  return (
    <>
      <TextInput
        label={text('issuancePortal:enrollmentDesigns.prefix')}
        value={rule.prefix}
        maxLength={20}
        onChange={(prefix) => set({ prefix })}
      />
      <NumberInput
        label={text('issuancePortal:enrollmentDesigns.digits')}
        hint={text('issuancePortal:enrollmentDesigns.sequenceExample', {
          example: sequenceText(rule, rule.start),
        })}
        least={1}
        most={15}
        value={rule.digits}
        onChange={(value) => set({ digits: whole(value, 1) })}
      />
      <TextInput
        label={text('issuancePortal:enrollmentDesigns.suffix')}
        value={rule.suffix}
        maxLength={20}
        onChange={(suffix) => set({ suffix })}
      />
      <CountFields {...{ rule, set }} />
    </>
  )
}

const isNumbered = (field: WorkflowField): field is Numbered =>
  field.kind === 'TEXT' || field.kind === 'NUMBER'

/** What a relative date means today: `+1D: tomorrow`; how one is written while none is typed. */
const useRelativeDate = (typed: string): string => {
  const text = useText('issuancePortal')
  const words = new Intl.RelativeTimeFormat(useLocale(), { numeric: 'auto' })
  const relative = parseRelativeDate(typed)
  return relative === null
    ? text('issuancePortal:enrollmentDesigns.dateHint')
    : `${formatRelativeDate(relative)}: ${words.format(relative.amount, relative.unit)}`
}

const GivenFields = ({ field, put }: FieldProps) => {
  const text = useText('issuancePortal')
  const dateHint = useRelativeDate(isPictureField(field) ? '' : field.default)
  if (isPictureField(field)) return null
  return (
    <>
      {isNumbered(field) && (
        <ToggleInput
          label={text('issuancePortal:enrollmentDesigns.sequence')}
          hint={text('issuancePortal:enrollmentDesigns.sequenceHint')}
          value={field.sequence !== null}
          onChange={(isOn) =>
            put({ ...field, sequence: isOn ? firstSequence : null, ...(isOn && { default: '' }) })
          }
        />
      )}
      {isNumbered(field) && <SequenceFields {...{ field, put }} />}
      {sequenceOf(field) === null && (
        <TextInput
          label={text('issuancePortal:enrollmentDesigns.default')}
          hint={field.kind === 'DATE' ? dateHint : undefined}
          value={field.default}
          maxLength={field.kind === 'DATE' ? 10 : 200}
          onChange={(value) => put({ ...field, default: value })}
        />
      )}
    </>
  )
}

/** Everything about the field that is chosen. */
export const FieldPanel = ({ field, put }: FieldProps) => {
  const text = useText('issuancePortal')
  return (
    <Section title={text('issuancePortal:enrollmentDesigns.fieldTitle', { name: field.name })}>
      <Stack spacing={1.5}>
        <WordFields {...{ field, put }} />
        <FlagFields {...{ field, put }} />
        <GivenFields {...{ field, put }} />
        {sequenceOf(field) === null && <KindPanel key={field.kind} {...{ field, put }} />}
      </Stack>
    </Section>
  )
}
