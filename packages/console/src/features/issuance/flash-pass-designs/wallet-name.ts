import type { PassWallet } from '@signet/rules/flash-passes'
import { useCallback } from 'react'
import { useText } from '../../../lib/i18n.ts'

/** What the wallet is called on the phones that have it. */
export const useWalletName = () => {
  const text = useText('issuancePortal')
  return useCallback(
    (wallet: PassWallet): string =>
      text(
        wallet === 'APPLE'
          ? 'issuancePortal:flashPasses.apple'
          : 'issuancePortal:flashPasses.google',
      ),
    [text],
  )
}
