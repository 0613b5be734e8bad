import { sendPassSample } from '@signet/contract/issuance/flash-pass-designs'
import type { PassWallet } from '@signet/rules/flash-passes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { saveFile } from '../../../pickers/save-file.ts'

const bytesOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)])

/** Has a sample signed: a file for Apple Wallet, a link for Google Wallet. */
export const useSamples = (designId: string) => {
  const text = useText('issuancePortal')
  const [uri, setUri] = useState<string | null>(null)
  const { mutateAsync } = useMutation({
    mutationFn: (wallet: PassWallet) =>
      call(sendPassSample, { params: { designId }, body: { wallet } }),
  })
  const send = async (wallet: PassWallet): Promise<void> => {
    try {
      const sample = await mutateAsync(wallet)
      setUri(sample.uri)
      if (sample.file === null || sample.fileName === null) return
      saveFile(sample.fileName, 'application/vnd.apple.pkpass', bytesOf(sample.file))
      showMessage(text('issuancePortal:flashPasses.samples.saved'))
    } catch (error) {
      showFailure(error)
    }
  }
  return { uri, send, close: () => setUri(null) }
}
