import { use, useState } from 'react'
import type { State } from '../flow/machine.ts'
import { cancelMagicLink, type MagicLink, openMagicLink } from '../flow/magic-link.ts'
import { useSignIn } from '../flow/use-sign-in.ts'
import { goOn, handOver, openPage } from '../leave.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Flow } from './Flow.tsx'

interface OpenProps {
  readonly token: string
  readonly link: MagicLink
  readonly onAnswered: (link: MagicLink) => void
}

/** Asks before anything is used up: programs look into mails before people do. */
const OpenLink = ({ token, link, onAnswered }: OpenProps) => {
  const say = useSay()
  const { run, isBusy, text } = useAction(async (work: () => Promise<MagicLink>) =>
    onAnswered(await work()),
  )
  const { requested, here, there, companyName } = link
  const origin =
    requested === null
      ? say('methods.magicLink.page.issued')
      : say('methods.magicLink.page.asked', { address: requested.address ?? '?' })
  return (
    <Step title={say('methods.magicLink.page.title', { company: companyName })} text={origin}>
      <ErrorText text={text} />
      {here ? (
        <Button isBusy={isBusy} onPress={() => void run(() => openMagicLink(token, 'HERE'))}>
          {say('methods.magicLink.page.here')}
        </Button>
      ) : (
        <p>{say('methods.magicLink.page.elsewhere')}</p>
      )}
      {there ? (
        <Button
          kind="plain"
          isBusy={isBusy}
          onPress={() => void run(() => openMagicLink(token, 'THERE'))}
        >
          {say('methods.magicLink.page.there')}
        </Button>
      ) : null}
      <Button kind="link" isBusy={isBusy} onPress={() => void run(() => cancelMagicLink(token))}>
        {say('methods.magicLink.page.cancel')}
      </Button>
    </Step>
  )
}

const noOrigin = {}

interface GoOnProps {
  readonly first: State
  /** Where an administrator's link leads; null for where the sign-in leads by itself. */
  readonly redirectUrl: string | null
}

/** The rest of the sign-in: a second factor, something to settle, or nothing. */
const GoOn = ({ first, redirectUrl }: GoOnProps) => {
  const leave = redirectUrl === null ? undefined : () => leaveTo(redirectUrl)
  const flow = useSignIn({ origin: noOrigin, redirect: null, first, leave })
  if (flow.position.at === 'identify') return <Invalid />
  return <Flow flow={flow} canReset={false} />
}

/** The tenant's own pages, or a site that it has named, which the service has checked. */
const leaveTo = (address: string): void =>
  new URL(address, location.origin).origin === location.origin ? goOn(address) : handOver(address)

const Invalid = () => {
  const say = useSay()
  return (
    <Step title={say('setup.invalid.title')} text={say('sign-in.expired')}>
      <Button kind="plain" onPress={() => openPage('/')}>
        {say('sign-up.toSignIn')}
      </Button>
    </Step>
  )
}

interface MagicLinkPageProps {
  readonly token: string
  /** Null when the link is no longer good. */
  readonly link: Promise<MagicLink | null> | null
}

/** The link of a mail. Opening it changes nothing. */
const MagicLinkPage = ({ token, link }: MagicLinkPageProps) => {
  const say = useSay()
  const found = link === null ? null : use(link)
  const [answered, setAnswered] = useState<MagicLink | null>(null)
  if (found === null) return <Invalid />
  if (answered === null) return <OpenLink token={token} link={found} onAnswered={setAnswered} />
  const { state, authentication, redirectUrl } = answered
  if (authentication !== null) return <GoOn first={authentication} redirectUrl={redirectUrl} />
  return (
    <Step
      key={state}
      title={say('methods.magicLink.name')}
      text={say(
        state === 'TOLD' ? 'methods.magicLink.page.told' : 'methods.magicLink.page.cancelled',
      )}
    />
  )
}

export default MagicLinkPage
