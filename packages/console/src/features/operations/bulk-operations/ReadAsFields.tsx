import Box from '@mui/material/Box'
import { type BulkKindName, bulkEncodings, bulkFormats, bulkTextFormats } from '@signet/rules/bulk'
import { useState } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { type Preview, type ReadAs, readPreview } from './bulk-operations.queries.ts'

const formatKeys = {
  xlsx: 'workbook',
  'csv,': 'comma',
  'csv;': 'semicolon',
  'csv\t': 'tab',
  'csv|': 'bar',
  ldif: 'ldif',
  json: 'json',
} as const satisfies Record<(typeof bulkFormats)[number], string>

const encodingKeys = {
  'utf-8': 'utf8',
  'utf-16le': 'utf16le',
  'utf-16be': 'utf16be',
  'windows-1252': 'windows1252',
  'windows-1250': 'windows1250',
  'windows-1251': 'windows1251',
  shift_jis: 'shiftJis',
} as const satisfies Record<(typeof bulkEncodings)[number], string>

const grid = {
  display: 'grid',
  columnGap: 3,
  rowGap: 1.5,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
}

interface ReadAsFieldsProps {
  readonly kind: BulkKindName
  readonly id: string
  /** As it was recognized or chosen; null where it could not be read at all. */
  readonly format: string | null
  readonly encoding: string | null
  readonly onRead: (preview: Preview) => void
  readonly onFailed: (error: unknown) => void
}

const useReadAs = ({ kind, id, format, encoding, onRead, onFailed }: ReadAsFieldsProps) => {
  const [isBusy, setBusy] = useState(false)
  const known: ReadAs = {
    format: bulkFormats.find((each) => each === format),
    encoding: bulkEncodings.find((each) => each === encoding),
  }
  const read = async (chosen: ReadAs): Promise<void> => {
    setBusy(true)
    try {
      onRead(await readPreview(kind, id, { ...known, ...chosen }))
    } catch (error) {
      onFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, read }
}

/** Says as what a file was recognized, and reads it as another. A workbook is what it is. */
export const ReadAsFields = (props: ReadAsFieldsProps) => {
  const text = useText('bulkImport')
  const { format, encoding } = props
  const { isBusy, read } = useReadAs(props)
  const formats = format === 'xlsx' ? (['xlsx'] as const) : bulkTextFormats
  return (
    <Box sx={grid}>
      <SelectInput
        label={text('bulkImport:operations.fileFormat')}
        value={format ?? ''}
        {...(format === null ? { placeholder: text('bulkImport:operations.recognized') } : {})}
        isDisabled={isBusy || format === 'xlsx'}
        onChange={(value) => void read({ format: formats.find((each) => each === value) })}
        options={optionsOf(formats, (value) =>
          text(`bulkImport:operations.formatName.${formatKeys[value]}`),
        )}
      />
      {format !== 'xlsx' && (
        <SelectInput
          label={text('bulkImport:operations.fileEncoding')}
          hint={text('bulkImport:operations.fileEncodingText')}
          value={encoding ?? ''}
          {...(encoding === null ? { placeholder: text('bulkImport:operations.recognized') } : {})}
          isDisabled={isBusy}
          onChange={(value) =>
            void read({ encoding: bulkEncodings.find((each) => each === value) })
          }
          options={optionsOf(bulkEncodings, (value) =>
            text(`bulkImport:operations.encodingName.${encodingKeys[value]}`),
          )}
        />
      )}
    </Box>
  )
}
