import { keyFileBytes, TokenImport } from '@signet/contract/authenticators/hardware-tokens'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useNextStep } from '../../../kit/next-step.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useTokenDeeds } from '../../../pickers/tokens/token-deeds.ts'
import { type Body, CheckedFile, type Result } from './CheckedFile.tsx'
import { type KeyFile, KeyFileFields } from './KeyFileFields.tsx'
import { packed } from './key-file.ts'

interface Checked {
  readonly body: Body
  readonly result: Result
}

const nothing: KeyFile = { file: null, protection: 'none', secret: '', groups: [] }

const openedBy = ({ protection, secret }: KeyFile): Pick<Body, 'key' | 'password'> => {
  if (protection === 'none') return {}
  return protection === 'key' ? { key: secret.replaceAll(/\s/g, '') } : { password: secret }
}

const isReady = (wanted: KeyFile): boolean =>
  wanted.file !== null &&
  wanted.file.size <= keyFileBytes &&
  (wanted.protection === 'none' || wanted.secret !== '') &&
  TokenImport.pick({ key: true, password: true }).safeParse(openedBy(wanted)).success

interface CheckedProps extends Checked {
  readonly onClose: () => void
}

/** What the file would bring, before it does. */
const CheckedDialog = ({ body, result, onClose }: CheckedProps) => {
  const text = useText('resource')
  const { importFile } = useTokenDeeds()
  const run = async (): Promise<void> => {
    const { imported } = await importFile(body)
    showMessage(text('resource:tokens.import.done', { count: imported }))
  }
  return (
    <ConfirmAction
      title={text('resource:tokens.import.title')}
      confirmLabel={text('resource:tokens.import.action')}
      isIncomplete={result.imported === 0}
      onConfirm={run}
      onClose={onClose}
    >
      <CheckedFile body={body} result={result} />
    </ConfirmAction>
  )
}

/** Reads a key file (RFC 6030): first says what is in it, then brings it in. */
export const ImportTokensDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('resource')
  const { importFile } = useTokenDeeds()
  const [wanted, setWanted] = useState(nothing)
  const { next, goOn, close } = useNextStep<Checked>(onClose)
  const check = async (): Promise<void> => {
    if (wanted.file === null) return
    const groups = wanted.groups.map(({ id }) => id)
    const body = { content: await packed(wanted.file), groups, ...openedBy(wanted) }
    goOn({ body, result: await importFile({ ...body, dryRun: true }) })
  }
  if (next !== null) return <CheckedDialog {...next} onClose={onClose} />
  return (
    <ConfirmAction
      title={text('resource:tokens.import.title')}
      confirmLabel={text('resource:tokens.import.check')}
      isIncomplete={!isReady(wanted)}
      onConfirm={check}
      onClose={close}
    >
      <KeyFileFields
        value={wanted}
        onChange={(change) => setWanted((before) => ({ ...before, ...change }))}
      />
    </ConfirmAction>
  )
}
