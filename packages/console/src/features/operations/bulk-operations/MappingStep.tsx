import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type BulkKindName, bulkKindOf } from '@signet/rules/bulk'
import { type ExistingPolicy, existingPolicies } from '@signet/rules/bulk-facts'
import { useState } from 'react'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import {
  type Mapping,
  type Operation,
  type Preview,
  useBulkChanges,
} from './bulk-operations.queries.ts'
import { useColumnLabels } from './column-labels.ts'
import { FileFaultNotice } from './FileFaultNotice.tsx'
import { ReadAsFields } from './ReadAsFields.tsx'

type Choices = Readonly<Record<string, string>>

/** `#2` stands for a column of the file, anything else for a value of all rows. */
const choicesOf = (mapping: Operation['mapping']): Choices =>
  Object.fromEntries(
    mapping.map(({ column, source, value }) => [
      column,
      source === null ? (value ?? '') : `#${source}`,
    ]),
  )

const mappingOf = (choices: Choices): Mapping[] =>
  Object.entries(choices)
    .filter(([, choice]) => choice !== '')
    .map(([column, choice]) =>
      choice.startsWith('#')
        ? { column, source: Number(choice.slice(1)) }
        : { column, value: choice },
    )

interface ShownColumn {
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly secret?: boolean
  /** What may stand in it; any text otherwise. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** The columns of the kind, then those of the tenant's own attributes. */
const useColumns = ({ operation, ownColumns }: Preview): readonly ShownColumn[] => [
  ...useColumnLabels(operation.kind).filter(({ once }) => once !== true),
  ...ownColumns.map(({ column, name, required, choices }) => ({
    name: column,
    label: name,
    required,
    options: choices.map((value) => ({ value, label: value })),
  })),
]

interface ColumnFieldProps {
  readonly column: ShownColumn
  readonly preview: Preview
  readonly value: string
  readonly onChange: (value: string) => void
}

const ColumnField = ({ column, preview, value, onChange }: ColumnFieldProps) => {
  const text = useText('bulkImport')
  const { headers } = preview.operation
  const at = value.startsWith('#') ? Number(value.slice(1)) : null
  const samples = preview.samples
    .map((cells) => (at === null ? '' : (cells[at] ?? '')))
    .filter((cell) => cell !== '')
  const constants = column.secret === true ? [] : column.options
  const options = [
    ...headers.map((header, index) => ({ value: `#${index}`, label: header || `${index + 1}` })),
    ...constants.map(({ value: constant, label }) => ({
      value: constant,
      label: `${text('bulkImport:operations.value')}: ${label}`,
    })),
  ]
  return (
    <SelectInput
      label={column.label}
      isRequired={column.required}
      value={value}
      onChange={onChange}
      options={options}
      placeholder={text('bulkImport:operations.missing')}
      hint={samples.length === 0 ? undefined : samples.slice(0, 3).join(' · ')}
    />
  )
}

const grid = {
  display: 'grid',
  columnGap: 3,
  rowGap: 1.5,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
}

interface MappingStepProps {
  readonly preview: Preview
  /** The file was read in another way. */
  readonly onRead: (preview: Preview) => void
  readonly onSaved: () => void
}

const questionOf = (kind: BulkKindName) => {
  const { entity, names } = bulkKindOf(kind)
  if (kind === 'mfpissue') return 'existingPass'
  if (kind === 'createtenant') return 'existingTenant'
  if (names.includes('serialNumber')) return 'existingSerial'
  if (entity === 'BULKENROLLMENTS') return 'existingEnrollment'
  return entity === 'BULKGROUPS' ? 'existingGroup' : 'existing'
}

interface PolicyFieldProps {
  readonly kind: BulkKindName
  readonly value: string
  readonly onChange: (value: string) => void
}

const PolicyField = ({ kind, value, onChange }: PolicyFieldProps) => {
  const text = useText('bulkImport')
  const { entity, existing } = bulkKindOf(kind)
  const isGroup = entity === 'BULKGROUPS'
  const labelOf = (policy: ExistingPolicy): string =>
    policy === 'UPDATE' && isGroup
      ? text('bulkImport:operations.existingGroupUpdate')
      : text(`bulkImport:operations.existingChoice.${policy}`)
  return (
    <SelectInput
      label={text(`bulkImport:operations.${questionOf(kind)}`)}
      value={value}
      onChange={onChange}
      options={existing.map((each) => ({ value: each, label: labelOf(each) }))}
    />
  )
}

/** Whose file it seems to be, and what that means. */
const LayoutNotice = ({ tokenLayout }: Pick<Preview, 'tokenLayout'>) => {
  const text = useText('bulkImport')
  const name = tokenLayout?.name ?? null
  if (name === null) return null
  return (
    <Notice severity="info" title={text(`bulkImport:operations.layout.${name}`)}>
      {text('bulkImport:operations.layoutText')}
    </Notice>
  )
}

const useMapping = ({ preview, onSaved }: MappingStepProps) => {
  const { operation } = preview
  const { map } = useBulkChanges(operation.kind)
  const [choices, setChoices] = useState(() => choicesOf(operation.mapping))
  const [existing, setExisting] = useState<string>(operation.existing)
  const save = async (): Promise<void> => {
    const policy = existingPolicies.find((each) => each === existing) ?? 'ERROR'
    await map.mutateAsync({ id: operation.id, mapping: mappingOf(choices), existing: policy })
    onSaved()
  }
  return { map, choices, setChoices, existing, setExisting, save }
}

/** As what the file was read, and why it was not read in another way. */
const ReadAs = ({ preview, onRead }: Omit<MappingStepProps, 'onSaved'>) => {
  const { id, kind, format, encoding } = preview.operation
  const [fault, setFault] = useState<unknown>(null)
  return (
    <>
      <ReadAsFields {...{ id, kind, format, encoding }} onRead={onRead} onFailed={setFault} />
      {fault !== null && <FileFaultNotice error={fault} />}
    </>
  )
}

/** Says which column of the file means what. */
export const MappingStep = (props: MappingStepProps) => {
  const text = useText('bulkImport')
  const { preview } = props
  const { map, choices, setChoices, existing, setExisting, save } = useMapping(props)
  const { kind } = preview.operation
  const columns = useColumns(preview)
  return (
    <Section title={text('bulkImport:operations.map')}>
      <Stack spacing={2}>
        <ReadAs preview={preview} onRead={props.onRead} />
        <Typography variant="body2">{text('bulkImport:operations.mapText')}</Typography>
        <LayoutNotice tokenLayout={preview.tokenLayout} />
        <Box sx={grid}>
          {columns.map((column) => (
            <ColumnField
              key={column.name}
              column={column}
              preview={preview}
              value={choices[column.name] ?? ''}
              onChange={(value) => setChoices({ ...choices, [column.name]: value })}
            />
          ))}
        </Box>
        {bulkKindOf(kind).existing.length > 0 && (
          <PolicyField kind={kind} value={existing} onChange={setExisting} />
        )}
        <ErrorNotice error={map.error} />
        <Box>
          <Button
            kind="primary"
            isPending={map.isPending}
            onClick={() => void save().catch(() => undefined)}
          >
            {text('bulkImport:operations.mapped')}
          </Button>
        </Box>
      </Stack>
    </Section>
  )
}
