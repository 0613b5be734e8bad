import { useId } from 'react'
import { useSay } from '../texts/language.tsx'

interface TrustDeviceProps {
  readonly isTrusted: boolean
  readonly onTrust: (isTrusted: boolean) => void
}

export const TrustDevice = ({ isTrusted, onTrust }: TrustDeviceProps) => {
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
        {say('sign-in.trustHint')}
      </p>
    </div>
  )
}
