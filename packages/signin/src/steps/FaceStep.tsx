import { useCallback, useEffect, useState } from 'react'
import { useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Form } from '../ui/Form.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import type { FactorStepProps } from './factor-step.ts'

/** A face that our provider compares, on a page of its own; here one says that it is done. */
const FaceStep = ({ door, trust, userId, onChangeUser }: FactorStepProps) => {
  const say = useSay()
  const { challenge } = door
  const [url, setUrl] = useState<string | null>(null)
  const begin = useCallback(async () => {
    const { face } = await challenge('FACE', null)
    setUrl(face?.url ?? null)
  }, [challenge])
  const asking = useAction(begin)
  const { run: ask } = asking
  useEffect(() => void ask(), [ask])
  const confirming = useAction(() => door.prove('FACE', {}))
  return (
    <Step title={say('methods.face.title')} text={say('methods.face.text')}>
      <Form onSubmit={confirming.run}>
        <Account userId={userId} onChange={onChangeUser} />
        <ErrorText text={asking.text ?? confirming.text} />
        {url === null ? null : (
          <a className="link" href={url} target="_blank" rel="noopener noreferrer">
            {say('methods.face.open')}
          </a>
        )}
        {trust}
        <Button isBusy={asking.isBusy || confirming.isBusy}>{say('methods.submit')}</Button>
      </Form>
    </Step>
  )
}

export default FaceStep
