import { walletOfDevice } from '@signet/rules/flash-passes'
import { use, useState } from 'react'
import { claimPass, type PassLink, type ShownPass } from '../flow/pass-link.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'

type Wallet = PassLink['wallets'][number]

/** The wallet of this phone alone; all of them where it is no phone, or has another one. */
const offered = (wallets: readonly Wallet[]): readonly Wallet[] => {
  const own = walletOfDevice(navigator.userAgent)
  return own !== null && wallets.includes(own) ? [own] : wallets
}

/** The file for Apple Wallet was left for, and the service led back. */
const hasFailed = (): boolean => new URLSearchParams(location.search).has('failed')

interface TakeProps {
  readonly of: ShownPass
  readonly link: PassLink
  readonly onTaken: () => void
}

/** Asks before anything is used up: programs look into mails before people do. */
const Take = ({ of, link, onTaken }: TakeProps) => {
  const say = useSay()
  const { run, isBusy, failure } = useAction(async (wallet: Wallet) => {
    await claimPass(of, wallet)
    onTaken()
  })
  const wallets = offered(link.wallets)
  const { companyName, title } = link
  return (
    <Step title={say('pass.title', { company: companyName })} text={say('pass.text', { title })}>
      <ErrorText text={failure === null && !hasFailed() ? null : say('pass.failed')} />
      {walletOfDevice(navigator.userAgent) === null ? <p>{say('pass.phone')}</p> : null}
      {wallets.map((wallet) => (
        <Button
          key={wallet}
          kind={wallet === wallets[0] ? 'main' : 'plain'}
          isBusy={isBusy}
          onPress={() => void run(wallet)}
        >
          {say(wallet === 'APPLE' ? 'pass.apple' : 'pass.google')}
        </Button>
      ))}
    </Step>
  )
}

interface PassPageProps {
  readonly of: ShownPass
  /** Null when the link is no longer good. */
  readonly link: Promise<PassLink | null> | null
}

/** Where a pass is put into the wallet of a phone. Opening it changes nothing. */
const PassPage = ({ of, link }: PassPageProps) => {
  const say = useSay()
  const found = link === null ? null : use(link)
  const [isTaken, setTaken] = useState(false)
  if (found === null) return <Step title={say('pass.goneTitle')} text={say('pass.goneText')} />
  if (isTaken) return <Step key="done" title={say('pass.doneTitle')} text={say('pass.doneText')} />
  return <Take of={of} link={found} onTaken={() => setTaken(true)} />
}

export default PassPage
