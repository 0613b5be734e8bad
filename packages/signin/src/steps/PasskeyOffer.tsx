import { useCallback, useLayoutEffect, useState } from 'react'
import type { Assertion } from '../flow/answers.ts'
import type { PasskeyDoor } from '../flow/passkey-door.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { useAction } from '../ui/use-action.ts'
import { isStopped, stopPasskeys } from './passkeys.ts'
import { usePasskey } from './use-passkey.ts'

interface Waiting {
  readonly waitInList: (isOver: () => boolean) => Promise<Assertion | null>
  readonly onChosen: (assertion: Assertion) => Promise<void>
  /** Once one has failed the button alone is left. */
  readonly hasFailed: boolean
}

/** A ceremony in the background, chosen from the browser's list of user ids. */
const useAutofill = ({ waitInList, onChosen, hasFailed }: Waiting): void => {
  const wait = useCallback(
    async (isOver: () => boolean): Promise<void> => {
      const chosen = await waitInList(isOver)
      if (chosen !== null) await onChosen(chosen)
    },
    [waitInList, onChosen],
  )
  // Stopped before the next step is there: it may begin a ceremony of its own.
  useLayoutEffect(() => {
    let isOver = false
    // Nobody asked for it: where it does not come about there is nothing to say.
    if (!hasFailed) wait(() => isOver).catch(() => undefined)
    return () => {
      isOver = true
      stopPasskeys()
    }
  }, [wait, hasFailed])
}

/** Signs in without a user id: by the button, or from the browser's list of user ids. */
export const PasskeyOffer = ({ door }: { readonly door: PasskeyDoor }) => {
  const say = useSay()
  const { sign, waitInList, drop } = usePasskey(door.prepare)
  const [hasFailed, setFailed] = useState(false)
  const { run, isBusy, text } = useAction(async (chosen: Assertion | null) => {
    try {
      await door.prove(chosen ?? (await sign()))
    } catch (error) {
      if (isStopped(error)) return
      drop()
      setFailed(true)
      throw error
    }
  })
  useAutofill({ waitInList, onChosen: run, hasFailed })
  return (
    <div className="alternative">
      <p className="divider">
        <span>{say('sign-in.or')}</span>
      </p>
      <ErrorText text={text} />
      <Button kind="plain" icon="passkey" isBusy={isBusy} onPress={() => void run(null)}>
        {say('sign-in.passkey')}
      </Button>
    </div>
  )
}
