import { useEffect, useState } from 'react'
import { call } from '../calls/call.ts'
import { doors } from '../calls/doors.ts'
import { useSay } from '../texts/language.tsx'
import { useTheme } from '../theme/theme-context.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Step } from '../ui/Step.tsx'
import { useAction } from '../ui/use-action.ts'

interface RecoveryCodesStepProps {
  readonly userId: string
  readonly onDone: () => void
}

/** Made once, when the step appears: making them again would end the first ones. */
const useCodes = () => {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { run, failure } = useAction(async () => {
    const made = await call(doors.createRecoveryCodes, {})
    setCodes(made.codes)
  })
  useEffect(() => {
    void run()
  }, [run])
  return { codes, hasFailed: failure !== null }
}

const save = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

const Failed = ({ onDone }: Pick<RecoveryCodesStepProps, 'onDone'>) => {
  const say = useSay()
  return (
    <Step title={say('enrollment.codes.title')}>
      <Notice kind="warning">{say('enrollment.codes.failed')}</Notice>
      <Button onPress={onDone}>{say('enrollment.codes.skip')}</Button>
    </Step>
  )
}

interface KeepProps {
  readonly codes: readonly string[]
  readonly userId: string
}

/** Ways to take the codes along. */
const Keep = ({ codes, userId }: KeepProps) => {
  const say = useSay()
  const { companyName } = useTheme()
  const heading = say('enrollment.codes.fileTitle', { userId, company: companyName })
  return (
    <div className="actions">
      <CopyButton
        text={codes.join('\n')}
        label={say('enrollment.codes.copy')}
        done={say('enrollment.codes.copied')}
      />
      <Button
        kind="link"
        onPress={() => save('recovery-codes.txt', [heading, '', ...codes, ''].join('\r\n'))}
      >
        {say('enrollment.codes.download')}
      </Button>
      <Button kind="link" onPress={() => print()}>
        {say('enrollment.codes.print')}
      </Button>
    </div>
  )
}

/** The way in when the second factor is lost; shown this one time. */
const RecoveryCodesStep = ({ userId, onDone }: RecoveryCodesStepProps) => {
  const say = useSay()
  const { codes, hasFailed } = useCodes()
  if (hasFailed) return <Failed onDone={onDone} />
  return (
    <Step title={say('enrollment.codes.title')} text={say('enrollment.codes.text')}>
      <ol className="codes" aria-label={say('enrollment.codes.list')}>
        {(codes ?? []).map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Keep codes={codes ?? []} userId={userId} />
      <Button isDisabled={codes === null} onPress={onDone}>
        {say('enrollment.codes.done')}
      </Button>
    </Step>
  )
}

export default RecoveryCodesStep
