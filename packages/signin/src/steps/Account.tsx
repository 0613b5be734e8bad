import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'

interface AccountProps {
  readonly userId: string
  /** Null where the account is given and cannot be another. */
  readonly onChange: (() => void) | null
}

/** Whose sign-in this is; the input tells password managers. */
export const Account = ({ userId, onChange }: AccountProps) => {
  const say = useSay()
  if (userId === '') return null
  return (
    <div className="account">
      <input
        className="visually-hidden"
        type="text"
        name="username"
        autoComplete="username"
        value={userId}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <span className="account-name" title={userId}>
        <span className="visually-hidden">{say('sign-in.account')} </span>
        {userId}
      </span>
      {onChange === null ? null : (
        <Button kind="link" onPress={onChange}>
          {say('sign-in.changeUser')}
        </Button>
      )}
    </div>
  )
}
