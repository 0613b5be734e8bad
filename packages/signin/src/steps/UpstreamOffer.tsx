import { useSay } from '../texts/language.tsx'
import { type Upstream, UpstreamList } from './UpstreamList.tsx'

interface UpstreamOfferProps {
  readonly providers: readonly Upstream[]
  readonly onLeave: (providerId: string) => Promise<void>
  /** Whether another offer has said already that there is a choice. */
  readonly isFirst: boolean
}

/** Signs in by an account elsewhere, before anybody said who they are. */
export const UpstreamOffer = ({ providers, onLeave, isFirst }: UpstreamOfferProps) => {
  const say = useSay()
  return (
    <div className="alternative">
      {isFirst ? (
        <p className="divider">
          <span>{say('sign-in.or')}</span>
        </p>
      ) : null}
      <UpstreamList providers={providers} onLeave={onLeave} />
    </div>
  )
}
