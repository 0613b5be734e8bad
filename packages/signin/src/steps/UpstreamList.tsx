import type { Choice } from '../flow/machine.ts'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { useAction } from '../ui/use-action.ts'

export type Upstream = NonNullable<Choice['identityProviders']>[number]

interface UpstreamListProps {
  readonly providers: readonly Upstream[]
  readonly onLeave: (providerId: string) => Promise<void>
}

/** A button for each service where people may have an account. */
export const UpstreamList = ({ providers, onLeave }: UpstreamListProps) => {
  const say = useSay()
  const { run, isBusy, text } = useAction(onLeave)
  return (
    <>
      <ErrorText text={text} />
      {providers.map(({ id, name }) => (
        <Button key={id} kind="plain" icon="upstream" isBusy={isBusy} onPress={() => void run(id)}>
          {say('methods.upstream.with', { provider: name })}
        </Button>
      ))}
    </>
  )
}
