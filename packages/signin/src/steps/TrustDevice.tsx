import { useId } from 'react'
import { useSay } from '../texts/language.tsx'

interface TrustDeviceProps {
  readonly isTrusted: boolean
  readonly sparedDays: number | null
  readonly onTrust: (isTrusted: boolean) => void
}

/** What being remembered is worth stands beside it. */
export const TrustDevice = ({ isTrusted, sparedDays, onTrust }: TrustDeviceProps) => {
  const say = useSay()
  const id = useId()
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={isTrusted}
        onChange={(event) => onTrust(event.target.checked)}
        aria-describedby={`${id}-hint`}
      />
      <label htmlFor={id}>{say('sign-in.trust')}</label>
      <p className="hint" id={`${id}-hint`}>
        {sparedDays === null ? '' : `${say('sign-in.trustSpares', { days: sparedDays })} `}
        {say('sign-in.trustHint')}
      </p>
    </div>
  )
}
