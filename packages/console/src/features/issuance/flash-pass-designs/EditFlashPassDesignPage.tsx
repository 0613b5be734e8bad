import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeader, Section } from '../../../ui/Page.tsx'
import { DesignFields, usePassDesignLabels } from './design-form.tsx'
import { FlashPassDesignActions } from './FlashPassDesignActions.tsx'
import {
  type Change,
  type PassDesign,
  passDesignQuery,
  readDesign,
  usePassDesignChanges,
} from './flash-pass-designs.queries.ts'
import { PassPreview } from './PassPreview.tsx'
import { PassDesignForm } from './pass-design-form.ts'

const versionOf = ({ value, etag }: Tagged<PassDesign>) => ({
  value: PassDesignForm.parse(value),
  etag,
})

/** What a wallet leaves out of the saved design. */
const Omissions = ({ design }: { readonly design: PassDesign }) => {
  const text = useText('issuancePortal')
  const { withoutBarcode, unknownFields } = design
  return (
    <>
      {withoutBarcode.length > 0 && (
        <Notice severity="warning">{text('issuancePortal:flashPasses.withoutBarcode')}</Notice>
      )}
      {unknownFields.length > 0 && (
        <Notice severity="warning">
          {text('issuancePortal:flashPasses.unknown', { names: unknownFields.join(', ') })}
        </Notice>
      )}
    </>
  )
}

const Editor = ({ read }: { readonly read: Tagged<PassDesign> }) => {
  const text = useText('issuancePortal')
  const { save } = usePassDesignChanges()
  const labels = usePassDesignLabels()
  const { id, name } = read.value
  const saveIt = async (body: Change, etag: string | null): Promise<void> => {
    await save.mutateAsync({ id, body, etag })
    showMessage(text('issuancePortal:flashPasses.saved', { name: body.name }))
  }
  return (
    <>
      <PageHeader title={name} actions={<FlashPassDesignActions design={read.value} />} />
      <Omissions design={read.value} />
      <Section title={text('issuancePortal:flashPasses.look')}>
        <EntityForm
          key={read.etag}
          schema={PassDesignForm}
          initial={versionOf(read)}
          labels={labels}
          reload={async () => versionOf(await readDesign(id))}
          save={saveIt}
          onSaved={() => undefined}
        >
          <PassPreview />
          <DesignFields />
        </EntityForm>
      </Section>
    </>
  )
}

/** A saved design of passes with its preview. */
const EditFlashPassDesignPage = () => {
  const { designId = '' } = useParams()
  return (
    <QueryView query={useQuery(passDesignQuery(designId))} isPage>
      {(read) => <Editor read={read} />}
    </QueryView>
  )
}

export default EditFlashPassDesignPage
