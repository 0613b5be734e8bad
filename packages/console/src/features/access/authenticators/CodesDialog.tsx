import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Stack from '@mui/material/Stack'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { saveFile } from '../../../pickers/save-file.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'

interface CodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

const grid = {
  m: 0,
  p: 2,
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  gap: 1,
  listStyle: 'none',
  borderRadius: 1,
  bgcolor: 'surface.sunken',
  fontFamily: 'monospace',
  fontSize: '0.875rem',
}

/** Ways to keep the codes: the clipboard, a file. */
const KeepButtons = ({ codes }: { readonly codes: readonly string[] }) => {
  const text = useText('userPortal')
  const { user, theme } = useSession()
  const handleCopy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'))
    showMessage(text('common:actions.copied'))
  }
  const handleDownload = (): void => {
    const heading = text('userPortal:authenticators.codes.fileTitle', {
      userId: user.userId,
      company: theme.companyName,
    })
    saveFile('recovery-codes.txt', 'text/plain', `${heading}\n\n${codes.join('\n')}\n`)
  }
  return (
    <>
      <Button onClick={() => void handleCopy()}>{text('common:actions.copy')}</Button>
      <Button onClick={handleDownload}>{text('userPortal:authenticators.codes.download')}</Button>
      <Button onClick={() => print()}>{text('userPortal:authenticators.codes.print')}</Button>
    </>
  )
}

/** The page behind the codes is of no use on paper. */
const onPaper = { '@media print': { '#root, .MuiDialogActions-root': { display: 'none' } } }

/** Shows the codes this one time; it is left only by saying that they were kept. */
export const CodesDialog = ({ codes, onClose }: CodesDialogProps) => {
  const text = useText('userPortal')
  const actions = (
    <>
      <KeepButtons codes={codes} />
      <Button kind="primary" onClick={onClose}>
        {text('userPortal:authenticators.codes.kept')}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      width="sm"
      title={text('userPortal:authenticators.codes.title')}
      actions={actions}
    >
      <GlobalStyles styles={onPaper} />
      <Stack spacing={2}>
        <Notice severity="warning">{text('userPortal:authenticators.codes.once')}</Notice>
        <Box component="ul" sx={grid}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </Stack>
    </Dialog>
  )
}
