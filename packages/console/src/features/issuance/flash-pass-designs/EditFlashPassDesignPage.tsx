import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { EditForm } from '../../../kit/EditForm.tsx'
import { oneQuery } from '../../../kit/entity.ts'
import { DetailsPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { DesignFields, usePassDesignLabels } from './design-form.tsx'
import { FlashPassDesignActions } from './FlashPassDesignActions.tsx'
import { type PassDesign, passDesigns } from './flash-pass-designs.queries.ts'
import { PassPreview } from './PassPreview.tsx'
import { PassDesignForm } from './pass-design-form.ts'

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
  const labels = usePassDesignLabels()
  const { name } = read.value
  return (
    <DetailsPage title={name} actions={<FlashPassDesignActions design={read.value} />}>
      <Omissions design={read.value} />
      <Section title={text('issuancePortal:flashPasses.look')}>
        <EditForm
          entity={passDesigns}
          read={read}
          formOf={(design) => PassDesignForm.parse(design)}
          schema={PassDesignForm}
          labels={labels}
          saved={(saved) => text('issuancePortal:flashPasses.saved', { name: saved.name })}
        >
          <PassPreview />
          <DesignFields />
        </EditForm>
      </Section>
    </DetailsPage>
  )
}

/** A saved design of passes with its preview. */
const EditFlashPassDesignPage = () => {
  const { designId = '' } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(passDesigns, designId))} isPage>
      {(read) => <Editor read={read} />}
    </QueryView>
  )
}

export default EditFlashPassDesignPage
