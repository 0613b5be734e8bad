import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { MailHint } from '../../../pickers/mail-state/MailHint.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { passDesignsQuery, textFieldsQuery } from './once.queries.ts'
import type { OnceProps } from './once-props.ts'

/** The design of the passes, once it is known whose they are. */
export const PassDesignField = ({ told, onChange }: OnceProps) => {
  const text = useText('issuancePortal', 'bulkImport')
  const { design = '' } = told
  const query = useQuery({ ...passDesignsQuery(design), enabled: design !== '' })
  if (design === '') return null
  return (
    <QueryView query={query}>
      {(designs) =>
        designs.length === 0 ? (
          <Notice severity="info">{text('issuancePortal:flashPasses.ofPeople.noDesign')}</Notice>
        ) : (
          <SelectInput
            label={text('bulkImport:operations.column.passDesign')}
            isRequired
            placeholder={text('bulkImport:operations.choose')}
            options={designs.map(({ id, name }) => ({ value: id, label: name }))}
            value={told.passDesign ?? ''}
            onChange={(passDesign) => onChange({ ...told, passDesign })}
          />
        )
      }
    </QueryView>
  )
}

/** The text that holds where links are mailed to; who may not read the design mails none. */
export const MailFieldField = ({ told, onChange }: OnceProps) => {
  const text = useText('issuancePortal', 'bulkImport')
  const { design = '' } = told
  const { data: fields = [] } = useQuery({ ...textFieldsQuery(design), enabled: design !== '' })
  if (fields.length === 0) return null
  const { mailField: chosen = '' } = told
  return (
    <>
      <SelectInput
        label={text('issuancePortal:flashPasses.ofPeople.mailTo')}
        placeholder={text('bulkImport:operations.noMail')}
        options={fields.map((name) => ({ value: name, label: name }))}
        value={chosen}
        onChange={(mailField) => onChange({ ...told, mailField })}
      />
      {chosen !== '' && <MailHint about="mails" />}
    </>
  )
}
