import Phone from '@mui/icons-material/PhoneIphoneOutlined'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type PassDesign, passDesigns } from './flash-pass-designs.queries.ts'
import { passDesignsPath } from './flash-pass-paths.ts'
import { SampleDialog } from './SampleDialog.tsx'
import { useSamples } from './use-samples.ts'

/** What can be done with a saved design beside changing it. */
export const FlashPassDesignActions = ({ design }: { readonly design: PassDesign }) => {
  const text = useText('issuancePortal')
  const { id, name, wallets } = design
  const samples = useSamples(id)
  const trials = wallets.map((wallet) => ({
    label: text(`issuancePortal:flashPasses.samples.${wallet}`),
    icon: <Phone fontSize="small" />,
    onSelect: () => void samples.send(wallet),
  }))
  return (
    <>
      <DeletionMenu
        entity={passDesigns}
        id={id}
        name={name}
        typed={name}
        needs={['CREDENTIALDESIGNS', 'REMOVE']}
        actions={trials}
        texts={{
          title: text('issuancePortal:flashPasses.deletes.title'),
          action: text('issuancePortal:flashPasses.deletes.action'),
          text: text('issuancePortal:flashPasses.deletes.text'),
          done: text('issuancePortal:flashPasses.deletes.done', { name }),
        }}
        listPath={passDesignsPath}
      />
      {samples.uri !== null && <SampleDialog uri={samples.uri} onClose={samples.close} />}
    </>
  )
}
