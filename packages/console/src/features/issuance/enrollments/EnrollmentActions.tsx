import Mail from '@mui/icons-material/MailOutlined'
import Pdf from '@mui/icons-material/PictureAsPdfOutlined'
import Print from '@mui/icons-material/PrintOutlined'
import Wallet from '@mui/icons-material/WalletOutlined'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { PrintDialog } from '../../../pickers/printing/PrintDialog.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { printParameter } from './enrollment-paths.ts'
import { type Credential, saveCard } from './enrollments.queries.ts'
import { MailDialog } from './MailDialog.tsx'
import { PassDialog } from './PassDialog.tsx'

interface ActionsProps {
  readonly credential: Credential
  readonly name: string
}

/** Asked for in the address, so that saving somebody new can lead to it. */
export const usePrinting = () => {
  const [parameters, setParameters] = useSearchParams()
  const set = (isAsking: boolean) =>
    setParameters(isAsking ? { [printParameter]: '1' } : {}, { replace: true })
  return {
    isAsking: parameters.has(printParameter),
    ask: () => set(true),
    end: () => set(false),
  }
}

/** Prints the card that was saved. */
export const PrintButton = ({ credential }: Pick<ActionsProps, 'credential'>) => {
  const text = useText('issuancePortal')
  const { isAsking, ask, end } = usePrinting()
  return (
    <>
      <Button icon={<Print />} onClick={ask}>
        {text('issuancePortal:printing.print')}
      </Button>
      {isAsking && <PrintDialog enrollmentIds={[credential.enrollment.id]} onClose={end} />}
    </>
  )
}

/** What else can be had of a record: its card as a file, a pass, and a mail to its owner. */
export const MoreActions = ({ credential, name }: ActionsProps) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const [opened, setOpened] = useState<'mail' | 'pass' | null>(null)
  const close = (): void => setOpened(null)
  const { id, enrollState } = credential.enrollment
  const draw = (): void => {
    saveCard(id).catch(showFailure)
  }
  const pdf = {
    label: text('issuancePortal:enrollments.pdf'),
    icon: <Pdf fontSize="small" />,
    onSelect: draw,
  }
  const mail = {
    label: text('issuancePortal:enrollments.mail.action'),
    icon: <Mail fontSize="small" />,
    onSelect: () => setOpened('mail'),
  }
  const pass = {
    label: text('issuancePortal:flashPasses.ofPeople.action'),
    icon: <Wallet fontSize="small" />,
    onSelect: () => setOpened('pass'),
  }
  const mayIssue = may(['ISSUANCE', 'ADD'])
  const actions = [
    ...(mayIssue && enrollState === 'ENROLLED' ? [pdf] : []),
    // A pass is taken back of a record that has become unfinished, too.
    ...(mayIssue || may(['ISSUANCE', 'EDIT']) ? [pass] : []),
    ...(may(['ENROLLMENTS', 'EDIT']) ? [mail] : []),
  ]
  return (
    <>
      <ActionMenu actions={actions} label={text('common:list.rowActions', { name })} />
      {opened === 'mail' && <MailDialog credential={credential} onClose={close} />}
      {opened === 'pass' && <PassDialog credential={credential} onClose={close} />}
    </>
  )
}
